package org.latentfeature.cli.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/** {@code lfm update}. */
class UpdateCommandTest {

  /** Two features: 9 in column a, 7 in b and 2 in c. */
  private static final String OLD =
      """
      who,a,b,c,d
      ann,9,0,0,0
      bob,9,7,2,0
      cid,0,7,2,0
      dan,0,0,0,0
      eve,9,0,0,0
      fay,9,7,2,0
      """;

  /** A third one: 6 in d, −3 in a. */
  private static final String NEW =
      """
      who,a,b,c,d
      gus,6,0,0,6
      hal,6,7,2,6
      ian,-3,7,2,6
      jan,-3,0,0,6
      kim,9,0,0,0
      lea,9,7,2,0
      mia,-3,0,0,6
      """;

  @TempDir Path folder = Path.of("");

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path model() throws IOException {
    Path model = folder.resolve("model.lfm");
    Path old = file("old.csv", OLD);
    Run.lfm("fit", old, "-k", 2, "-o", model, "--ids", "who", "--backend", "java").succeeds();
    Run.lfm("name", model, "1=nine", "2=seven").succeeds();
    return model;
  }

  private static Run update(Path model, Path x, Object... more) {
    List<Object> words = new ArrayList<>(List.of("update", model, x, "--json"));
    words.addAll(List.of("--backend", "java"));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  @Test
  void rowsAndFeaturesAreAddedInPlace() throws IOException {
    Path model = model();
    LassoModel before = ModelFile.load(model, LassoModel.KIND);
    JsonObject answer = update(model, file("new.csv", NEW)).succeeds().json();
    assertEquals(
        List.of(
            "model",
            "rows",
            "added_rows",
            "features",
            "added_features",
            "rmse",
            "rmse_fitted_rows",
            "rmse_fitted_rows_before",
            "rmse_added_rows",
            "rmse_added_rows_before",
            "rounds",
            "seconds",
            "backend"),
        answer.keySet().stream().toList());
    assertEquals(13, answer.get("rows").getAsInt());
    assertEquals(1, answer.get("added_features").getAsInt());
    assertEquals(0, answer.get("rmse").getAsDouble(), 1e-4);
    assertTrue(answer.get("rmse_added_rows_before").getAsDouble() > 2);
    LassoModel after = ModelFile.load(model, LassoModel.KIND);
    assertEquals(List.of("nine", "seven", ""), after.manifest().featureNames());
    List<String> ids = Objects.requireNonNull(after.manifest().rowIds());
    assertEquals(List.of("ann", "mia"), List.of(ids.get(0), ids.get(12)));
    assertEquals(before.z().column(0), after.z().column(0).slice(0, 6));
    double[] added = {after.w().get(2, 0), after.w().get(2, 1), after.w().get(2, 3)};
    assertArrayEquals(new double[] {-3, 0, 6}, added, 1e-3);
    Run info = Run.lfm("info", model, "--json").succeeds();
    assertEquals(3, info.json().get("features").getAsInt());
    Path all = file("all.csv", OLD + NEW.substring(NEW.indexOf('\n') + 1));
    Run report =
        Run.lfm("report", model, all, "-o", folder.resolve("r.html"), "--path-to", 0).succeeds();
    assertTrue(report.err().contains("coded as new ones"), report::toString);
    assertEquals(
        0,
        Run.lfm("score", model, all, "--json").succeeds().json().get("rmse_noisy").getAsDouble(),
        1e-4);
  }

  @Test
  void anotherFileLeavesTheModelAsItWas() throws IOException {
    Path model = model();
    byte[] before = Files.readAllBytes(model);
    Path other = folder.resolve("other.lfm");
    Path fresh = file("new.csv", NEW);
    JsonObject none =
        update(model, fresh, "-o", other, "--new-features", 0, "--seed", 3).succeeds().json();
    assertEquals(0, none.get("added_features").getAsInt());
    assertEquals(2, ModelFile.load(other, LassoModel.KIND).w().rows());
    assertArrayEquals(before, Files.readAllBytes(model));
  }

  @Test
  void missingEntriesAreThoseOfTheFitOrAsGiven() throws IOException {
    Path model = model();
    Path holes = file("holes.csv", NEW.replace("hal,6", "hal,").replace("6\nian", "NA\nian"));
    update(model, holes).fails("holes.csv", "is empty", "--missing");
    Run run = update(model, holes, "--missing", "nan").succeeds();
    assertTrue(run.err().contains("2 missing values"), run::toString);
    assertFalse(run.err().contains("estimates"), run::toString);
    assertEquals(0, run.json().get("rmse").getAsDouble(), 1e-4);
    Path more = file("more.csv", "who,a,b,c,d\npat,9,0,0,0\n");
    run = update(model, more).succeeds();
    assertTrue(run.err().contains("entries were missing in the fit"), run::toString);
  }

  @Test
  void whatIsHiddenFromAFitIsMissingThere() {
    Path x = folder.resolve("X.npy");
    NpyWriter.write(SyntheticProblem.dense(60, 9, 2, .1, 1).x(), x);
    Path model = folder.resolve("m.lfm");
    Run.lfm("fit", x, "-k", 2, "-o", model, "--hold-out", .1, "--backend", "java").succeeds();
    Run run = update(model, x).succeeds();
    assertTrue(run.err().contains("entries were missing in the fit"), run::toString);
  }

  @Test
  void badInputIsNamedAndLosesNothing() throws IOException {
    Path model = model();
    byte[] before = Files.readAllBytes(model);
    update(model, folder.resolve("old.csv")).fails("\"ann\"", "row 1 of the model");
    update(model, file("twice.csv", "who,a,b,c,d\nx,1,2,3,4\nx,1,2,3,4\n"))
        .fails("new row 2", "\"x\"", "new row 1");
    update(model, file("plain.csv", "a,b,c,d\n1,2,3,4\n")).fails("\"ann\"", "--ids");
    update(model, file("zero.csv", "who,a,b,c,d\n")).fails("zero.csv", "no rows");
    update(model, file("other.csv", "who,b,a,c,d\nx,1,2,3,4\n")).fails("other.csv", "'b'", "'a'");
    update(model, file("wide.csv", "who,a,b,c,d,e\nx,1,2,3,4,5\n")).fails("5 columns", "to 4");
    update(model, file("empty.csv", "who,a,b,c,d\nx,1,2,3,4\ny,,,,\n"), "--missing", "nan")
        .fails("row 2 of", "empty.csv", "no known entry");
    update(model, file("large.csv", "who,a,b,c,d\nx,1e30,2,3,4\n")).fails("E30", "--scale-by");
    update(model, folder.resolve("none.csv")).fails("none.csv");
    Path fresh = file("new.csv", NEW);
    update(model, fresh, "--new-features", -1).isWrongUse("--new-features is -1");
    update(model, fresh, "-o", fresh).isWrongUse("--output", "new.csv");
    update(fresh, model).fails("new.csv");
    assertArrayEquals(before, Files.readAllBytes(model));
  }

  @Test
  void otherModelsAreRefused() {
    Path x = folder.resolve("X.npy");
    Matrix data = SyntheticProblem.dense(60, 9, 2, .1, 1).x();
    NpyWriter.write(data, x);
    Path walks = folder.resolve("walks.lfm");
    Run.lfm("markov", "fit", x, "-k", 2, "--iterations", 2, "-o", walks, "--backend", "java")
        .succeeds();
    update(walks, x).fails("walks.lfm", "markov-latent-features", "weights");
    Path spectral = folder.resolve("spectral.lfm");
    Run.lfm("spectral", "fit", x, "-k", 2, "-o", spectral, "--backend", "java").succeeds();
    update(spectral, x).fails("spectral.lfm", "kind spectral", "least-squares");
    Path half = folder.resolve("half.npy");
    float[][] weights = new float[60][1];
    for (int i = 0; i < 60; i++) {
      weights[i][0] = i < 30 ? 1 : .5f;
    }
    NpyWriter.write(Matrix.of(weights), half);
    for (List<Object> option :
        List.<List<Object>>of(
            List.of("--robust"),
            List.of("--nonnegative"),
            List.of("--intercept"),
            List.of("--l1", 2),
            List.of("--column-weights", "noise"),
            List.of("--row-weights", half))) {
      Path other = folder.resolve("variant.lfm");
      List<Object> words = new ArrayList<>(List.of("fit", x, "-k", 2, "-o", other));
      words.addAll(option);
      Run.lfm(words.toArray()).succeeds();
      update(other, x)
          .fails("variant.lfm", "was fitted with " + option.get(0), "fit all rows again");
    }
    Path plain = folder.resolve("plain.lfm");
    Run.lfm("fit", x, "-k", 2, "-o", plain, "--backend", "java").succeeds();
    update(plain, folder.resolve("none.npy")).fails("none.npy");
  }

  @Test
  void rowsMayStayInTheirFileWithoutNewFeatures() {
    Path x = folder.resolve("X.npy");
    NpyWriter.write(SyntheticProblem.dense(60, 9, 2, .1, 1).x(), x);
    Path model = folder.resolve("m.lfm");
    Run.lfm("fit", x, "-k", 2, "-o", model, "--backend", "java").succeeds();
    Run run = update(model, x, "--memory", 100).succeeds();
    assertTrue(run.err().contains("no features are added"), run::toString);
    assertEquals(120, run.json().get("rows").getAsInt());
  }

  @Test
  void fitsThatWIsNoLeastSquaresOfAreRefused() throws IOException {
    Path holes = file("h.csv", "a,b,c\n9,0,\n9,,\n0,7,\n0,0,\n9,7,\n");
    Path other = folder.resolve("other.lfm");
    List<Object> words = new ArrayList<>(List.of("fit", holes, "-k", 2, "-o", other));
    words.addAll(List.of("--missing", "nan", "--empty-columns", "drop", "--backend", "java"));
    Run.lfm(words.toArray()).succeeds();
    update(other, holes).fails("other.lfm", "knew no entry");
    words.add("--set");
    words.add("ridge=1");
    Run.lfm(words.toArray()).succeeds();
    update(other, holes).fails("other.lfm", "was fitted with --ridge");
    words.set(words.size() - 1, "bit-cost=1");
    Run.lfm(words.toArray()).succeeds();
    update(other, holes).fails("other.lfm", "was fitted with --bit-cost");
  }
}
