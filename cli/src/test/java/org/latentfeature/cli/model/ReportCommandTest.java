package org.latentfeature.cli.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.NpyWriter;

class ReportCommandTest {

  @TempDir Path folder;
  private Path data = Path.of("unset");
  private Path model = Path.of("unset");
  private Path page = Path.of("unset");

  @BeforeEach
  void fitAModel() {
    Path problem = folder.resolve("problem");
    Run.lfm("generate", "syn0", "-o", problem, "--seed", 3).succeeds();
    data = problem.resolve("X.npy");
    model = folder.resolve("model.lfm");
    page = folder.resolve("fit.html");
    Run.lfm("fit", data, "-k", 4, "-o", model, "--backend", "java").succeeds();
  }

  private Run report(Object... more) throws IOException {
    Object[] arguments = new Object[7 + more.length];
    Object[] first = {"report", model, data, "-o", page, "--backend", "java"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    Run run = Run.lfm(arguments);
    try (var left = Files.list(folder)) {
      assertTrue(left.noneMatch(f -> f.toString().endsWith(".tmp")), run::toString);
    }
    return run;
  }

  private String html() throws IOException {
    return Files.readString(page, StandardCharsets.UTF_8);
  }

  @Tag("whole")
  @Test
  void aReportSuggestsTheTrueNumberOfFeatures() throws IOException {
    JsonObject json = report("--image", "14x14", "--json").succeeds().json();
    assertEquals(4, json.get("suggested_features").getAsInt());
    assertEquals(9, json.get("path_to").getAsInt());
    assertFalse(json.get("new_rows").getAsBoolean());
    String first = html();
    assertTrue(first.contains("Suggested: 4 features"));
    assertTrue(first.contains("lfm report "));
    // The same command, the same bytes.
    report("--image", "14x14", "--json").succeeds();
    assertEquals(first, html());
  }

  @Test
  void thePathCanBeLeftOutOrBounded() throws IOException {
    JsonObject json = report("--path-to", 0, "--json").succeeds().json();
    assertEquals(0, json.get("path_to").getAsInt());
    assertTrue(json.get("suggested_features").isJsonNull());
    json = report("--path-to", 2, "--json").succeeds().json();
    assertEquals(2, json.get("path_to").getAsInt());
    assertTrue(html().contains("the largest K tried"));
  }

  @Test
  void thePageBeginsWithWhatALookFinds() throws IOException {
    StringBuilder text = new StringBuilder("one,two,three,four\n");
    for (int i = 0; i < 40; i++) {
      int one = i % 2;
      int two = i / 2 % 2;
      text.append("%d,%d,7,%s\n".formatted(3 * one, one + 2 * two, i == 4 ? "" : 5 * two));
    }
    data = Files.writeString(folder.resolve("x.csv"), text);
    Run.lfm("fit", data, "-k", 2, "-o", model, "--missing", "nan", "--backend", "java").succeeds();
    report("--path-to", 0).succeeds();
    JsonArray findings =
        Run.lfm("look", data, "--missing", "nan", "--json", "--backend", "java")
            .succeeds()
            .json()
            .getAsJsonArray("findings");
    assertTrue(findings.size() >= 4, findings::toString);
    String first = html().substring(0, html().indexOf("id=\"section-2\""));
    for (JsonElement finding : findings) {
      // A model has its features.
      if (finding.getAsJsonObject().get("name").getAsString().equals("features")) {
        continue;
      }
      String says = finding.getAsJsonObject().get("says").getAsString().replace("'", "&#x27;");
      assertTrue(first.contains(says), () -> says + " is not in " + first);
    }
    assertTrue(first.contains("column three is constant"));
    assertTrue(html().contains("the plain view"));
    Run.lfm("fit", data, "-k", 2, "-o", model, "--missing", "nan", "--intercept").succeeds();
    report("--path-to", 0).succeeds();
    assertTrue(html().contains("the centred view of X: each column less an intercept"));
  }

  @Test
  void newRowsAreCodedAndTold() throws IOException {
    data = folder.resolve("new.npy");
    NpyWriter.write(SyntheticProblem.generate("syn0", 9).x(), data);
    Run run = report("--path-to", 0, "--json").succeeds();
    assertTrue(run.json().get("new_rows").getAsBoolean());
    assertTrue(run.err().contains("is not the data of the fit"), run::toString);
    assertTrue(html().contains("not the data that the model was fitted to"));
  }

  @Test
  void fewNewRowsBoundThePath() throws IOException {
    data = folder.resolve("new.npy");
    Matrix x = SyntheticProblem.generate("syn0", 9).x();
    Matrix some = Matrix.allocate(3, x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0, to = 0; to < 3; i++) {
      x.getRow(i, row);
      float sum = 0;
      for (float value : row) {
        sum += Math.abs(value);
      }
      if (sum > 0) {
        some.setRow(to++, row);
      }
    }
    NpyWriter.write(some, data);
    assertTrue(report("--json").succeeds().json().get("path_to").getAsInt() <= 3);
    report("--path-to", 4).fails("4", "3 rows");
  }

  @Test
  void wrongUseIsToldBeforeAnyWork() throws IOException {
    report("--path-to", -1).isWrongUse("--path-to", "-1");
    report("--path-to", "x").isWrongUse("--path-to", "x");
    report("--column-major").isWrongUse("--column-major", "--image");
    report("--image", "14").isWrongUse("14", "30x40");
    report("--time-limit", 0).isWrongUse("--time-limit");
    report("--scale-by", 0).isWrongUse("--scale-by");
    Run.lfm("report", model, data).isWrongUse("--output");
    Run.lfm("report", model, "-o", page).isWrongUse("X");
    assertFalse(Files.exists(page));
  }

  @Test
  void whatDoesNotFitTheModelIsRefused() throws IOException {
    report("--image", "14x13").fails("182", "196");
    Path whole = data;
    data = Files.writeString(folder.resolve("narrow.csv"), "1,2\n3,4\n");
    report().fails("2 columns", "196");
    model = whole;
    report().fails("X.npy", "model");
    model = folder.resolve("missing.lfm");
    report().fails("missing.lfm");
    assertFalse(Files.exists(page));
  }

  @Test
  void dataThatCannotBeReadLeaveTheOldPage() throws IOException {
    Files.writeString(page, "old");
    data = Files.writeString(folder.resolve("nan.csv"), "1,".repeat(195) + "nan\n");
    report().fails("nan.csv", "196");
    assertEquals("old", html());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no/such/place.html"})
  void anOutputThatCannotBeWrittenIsToldFirst(String name) throws IOException {
    page = name.isEmpty() ? folder : folder.resolve(name);
    model = folder.resolve("missing.lfm");
    report().fails("cannot write", "directory");
  }

  @Test
  void aTimeLimitEndsThePathAndThePageSaysSo() throws IOException {
    JsonObject json = report("--time-limit", 1e-9, "--json").succeeds().json();
    assertEquals("time limit", json.get("path_ended").getAsString());
    assertTrue(html().contains("did not finish (time limit)"));
  }
}
