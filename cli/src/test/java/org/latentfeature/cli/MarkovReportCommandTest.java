package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.markov.MarkovProblem;

/** Pages about Markov models, on data drawn from one. */
class MarkovReportCommandTest {

  private static final int ROWS = 200;
  private static final int COLUMNS = 12;
  private static final int FEATURES = 4;

  @TempDir Path folder;
  private Matrix drawn = Matrix.allocate(1, 1);
  private Path data = Path.of("unset");
  private Path model = Path.of("unset");
  private Path page = Path.of("unset");

  @BeforeEach
  void drawAProblem() {
    data = folder.resolve("X.npy");
    model = folder.resolve("model.lfm");
    page = folder.resolve("fit.html");
    drawn = MarkovProblem.draw(2 * ROWS, COLUMNS, FEATURES, 0.3, 3).x();
    // The others are for new rows.
    NpyWriter.write(drawn.selectRows(IntStream.range(0, ROWS).toArray()), data);
  }

  private void fit(Object... more) {
    run(
            new Object[] {"markov", "fit", data, "-k", FEATURES, "-o", model, "--backend", "java"},
            more)
        .succeeds();
  }

  private Run report(Object... more) {
    return run(new Object[] {"report", model, data, "-o", page, "--backend", "java"}, more);
  }

  private static Run run(Object[] first, Object... more) {
    Object[] words = new Object[first.length + more.length];
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return Run.lfm(words);
  }

  private double rmseOfTransform() {
    return Run.lfm("markov", "transform", model, data, "-o", folder.resolve("p.csv"), "--json")
        .succeeds()
        .json()
        .get("rmse")
        .getAsDouble();
  }

  private String html() throws IOException {
    return Files.readString(page, StandardCharsets.UTF_8);
  }

  @Test
  void aReportIsWrittenAsOfAnyModel() throws IOException {
    fit();
    Run run = report("--json").succeeds();
    JsonObject json = run.json();
    assertEquals(ROWS, json.get("rows").getAsInt());
    assertEquals(FEATURES, json.get("features").getAsInt());
    assertFalse(json.get("new_rows").getAsBoolean());
    assertFalse(run.err().contains("is not the data of the fit"), run::toString);
    assertEquals(rmseOfTransform(), json.get("rmse").getAsDouble(), 1e-5);
    assertTrue(json.get("suggested_features").isJsonNull());
    assertTrue(json.get("path_to").isJsonNull());
    assertTrue(json.get("path_ended").isJsonNull());
    assertEquals("java", json.get("backend").getAsString());
    String first = html();
    assertTrue(first.contains("Transitions"));
    assertTrue(first.contains("No path over K is fitted"));
    // The same command, the same bytes.
    report("--json").succeeds();
    assertEquals(first, html());
    assertFalse(report().succeeds().out().contains("path"));
  }

  @Test
  void newRowsAreTold() throws IOException {
    fit();
    NpyWriter.write(drawn.selectRows(IntStream.range(ROWS, 2 * ROWS).toArray()), data);
    Run run = report("--image", "3x4", "--json").succeeds();
    assertTrue(run.json().get("new_rows").getAsBoolean());
    assertTrue(run.err().contains("is not the data of the fit"), run::toString);
    assertTrue(html().contains("not the data that the model was fitted to"));
  }

  @Test
  void rowsArePreparedAsThoseOfTheFit() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        text.append((i + j) % 10 == 0 ? "-999" : Float.toString(50 + 7 * drawn.get(i, j)));
        text.append(j + 1 < COLUMNS ? ',' : '\n');
      }
    }
    data = Files.writeString(folder.resolve("holes.csv"), text);
    fit("--missing", -999, "--standardise");
    JsonObject json = report("--json").succeeds().json();
    assertFalse(json.get("new_rows").getAsBoolean());
    assertEquals(rmseOfTransform(), json.get("rmse").getAsDouble(), 1e-5);
    assertTrue(html().contains("240 values of X are missing"));
    assertTrue(html().contains("X is standardised"));
  }

  @Test
  void whatIsForALassoIsRefused() {
    fit();
    report("--path-to", 5).fails("model.lfm", "markov-latent-features", "drop --path-to", "score");
    report("--time-limit", 5).fails("drop --time-limit");
    report("--image", "5x5").fails("25", "12");
    assertFalse(Files.exists(page));
  }
}
