package org.latentfeature.cli.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.cli.Run;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/** Fits from file to model, odd but legal data among them. */
class FitCommandTest {

  @TempDir Path folder;

  private Path csv(String content) throws IOException {
    return Files.writeString(folder.resolve("x.csv"), content);
  }

  private JsonObject fit(Path data, int k, Object... more) {
    Object[] arguments = new Object[7 + more.length];
    Object[] first = {"fit", data, "-k", k, "-o", folder.resolve("model.lfm"), "--json"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return Run.lfm(arguments).succeeds().json();
  }

  /** With {@code -v} each search has a line, in the order in which they are tried. */
  @Test
  void eachSearchHasALine() {
    Path problem = folder.resolve("problem");
    Object[] generate = {
      "generate", "dense", "--rows", 100, "--columns", 196, "-k", 4, "--sigma", .1, "-o", problem
    };
    Run.lfm(generate).succeeds();
    Path x = problem.resolve("X.npy");
    Path model = folder.resolve("model.lfm");
    String found = Run.lfm("fit", x, "-k", 4, "-o", model, "-v").succeeds().err();
    assertTrue(found.matches("(?s).*\ncolumns: [0-9.]+ s, best rmse .*"), found);
    assertTrue(found.contains("\ncumulants: not needed, the ground truth's error"), found);
    String other = Run.lfm("fit", x, "-k", 6, "-o", model, "-v").succeeds().err();
    String last = "";
    for (String line :
        new String[] {
          "\ncolumns: not tried, since ",
          "\ncumulants: ",
          "\nvertices: ",
          "\nmoves: ",
          "\ncentred view: ",
          "\nscaled view: not tried, since ",
          "\nlasso: ",
          "\nanneal: ",
          "\npath: ",
          "\nexchange: "
        }) {
      assertTrue(other.indexOf(line) > other.indexOf(last), line + " in " + other);
      last = line;
    }
    assertFalse(Run.lfm("fit", x, "-k", 4, "-o", model).succeeds().err().contains("columns:"));
  }

  @Test
  void fromAProblemToItsTruthAndBack() {
    Path problem = folder.resolve("problem");
    Path model = folder.resolve("model.lfm");
    Run.lfm("generate", "syn0", "-o", problem, "--seed", 3).succeeds();
    Path x = problem.resolve("X.npy");
    JsonObject fit = fit(x, 4, "--seed", 5);
    assertEquals(0, fit.get("rmse").getAsDouble(), 1e-5);

    JsonObject score =
        Run.lfm(
                "score",
                model,
                x,
                "--truth-z",
                problem.resolve("Z.npy"),
                "--truth-w",
                problem.resolve("W.npy"),
                "--json")
            .succeeds()
            .json();
    assertEquals(0, score.get("hamming").getAsDouble());
    assertEquals(0, score.get("hamming_one_to_one").getAsDouble());
    assertEquals(0, score.get("rmse").getAsDouble(), 1e-5);

    Path z = folder.resolve("Z.npy");
    Run.lfm("transform", model, x, "-o", z).succeeds();
    JsonObject again = Run.lfm("score", model, x, "--z", z, "--json").succeeds().json();
    assertEquals(0, again.get("rmse_noisy").getAsDouble(), 1e-5);

    LassoModel saved = ModelFile.load(model, LassoModel.KIND);
    assertEquals("4", saved.manifest().options().get("k"));
    assertEquals(5, saved.manifest().seed());
    assertFalse(saved.manifest().trace().isEmpty());
  }

  @Test
  void aCertificateIsPrintedAndKept() {
    Run.lfm("generate", "syn0", "-o", folder).succeeds();
    JsonObject fit = fit(folder.resolve("X.npy"), 4, "--certify");
    double gap = fit.get("gap").getAsDouble();
    assertTrue(gap > 0 && gap < 0.1, () -> "gap " + gap);
    Path model = folder.resolve("model.lfm");
    JsonObject kept = Run.lfm("info", model, "--json").succeeds().json().getAsJsonObject("figures");
    assertEquals(gap, kept.get("certificate_gap").getAsDouble());
    assertTrue(
        kept.get("certificate_lower_bound").getAsDouble()
            < kept.get("certificate_objective").getAsDouble());
    String words =
        Run.lfm("fit", folder.resolve("X.npy"), "-k", 4, "-o", model, "--certify").succeeds().out();
    assertTrue(words.contains("% at penalty") && words.contains("optimality gap"), words);
  }

  @Test
  void aPenaltyOfZeroCannotBeCertified() {
    Run.lfm("generate", "syn0", "-o", folder).succeeds();
    Path x = folder.resolve("X.npy");
    Run.lfm("fit", x, "-k", 4, "-o", folder.resolve("m.lfm"), "--certify", "--penalty", 0)
        .isWrongUse("--certify needs a penalty above 0");
    assertFalse(Files.exists(folder.resolve("m.lfm")));
  }

  /** The fit is there and is told of, though nothing could be proven. */
  @Test
  void aProofThatFailsLosesNothing() {
    Run.lfm("generate", "syn0", "-o", folder).succeeds();
    Path model = folder.resolve("m.lfm");
    Run failed =
        Run.lfm(
            "fit", folder.resolve("X.npy"), "-k", 4, "-o", model, "--certify", "--penalty", 1e300);
    failed.fails("a penalty of 1.0E300 gives no bound");
    assertTrue(failed.out().contains("features"), failed::toString);
    assertTrue(ModelFile.load(model, LassoModel.KIND).z().cols() >= 1);
  }

  @ParameterizedTest
  @CsvSource({
    "lasso, newton",
    "lasso, bcd",
    "lasso, proximal",
    "path, newton",
    "best, newton",
    "paper, bcd",
  })
  void everyMethodAndSolverRuns(String method, String corrective) {
    Path problem = folder.resolve("problem");
    Run.lfm("generate", "syn0", "-o", problem).succeeds();
    JsonObject fit =
        fit(problem.resolve("X.npy"), 4, "--method", method, "--corrective", corrective);
    assertEquals(4, fit.get("features").getAsInt());
    assertTrue(fit.get("rmse").getAsDouble() < .1, fit::toString);
  }

  @Test
  void thePublishedAlgorithmHasItsOwnSolver() {
    Path problem = folder.resolve("problem");
    Run.lfm("generate", "syn0", "-o", problem).succeeds();
    JsonObject fit = fit(problem.resolve("X.npy"), 4, "--method", "paper");
    assertEquals(0, fit.get("rmse").getAsDouble(), 1e-6);
    Map<String, String> options =
        ModelFile.load(folder.resolve("model.lfm"), LassoModel.KIND).manifest().options();
    assertEquals("paper", options.get("method"));
    assertEquals("proximal", options.get("corrective"));
    assertEquals("300", options.get("max-steps"));
    assertEquals("20", options.get("polish-passes"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--penalty=0.01", "--relative-penalty=0.1", "--lambda=0.01 --tau=0.02"})
  void everyFormOfThePenaltyRuns(String penalty) {
    Path problem = folder.resolve("problem");
    Run.lfm("generate", "syn0", "-o", problem).succeeds();
    assertTrue(fit(problem.resolve("X.npy"), 4, (Object[]) penalty.split(" ", -1)).has("rmse"));
    Double mu =
        ModelFile.load(folder.resolve("model.lfm"), LassoModel.KIND)
            .manifest()
            .figures()
            .get(LassoModel.MU);
    assertTrue(mu != null && Double.isFinite(mu), () -> "mu " + mu);
  }

  @Test
  void oneFeatureExplainsAConstant() throws IOException {
    JsonObject fit = fit(csv("2.5,2.5\n2.5,2.5\n2.5,2.5\n"), 1);
    assertEquals(0, fit.get("rmse").getAsDouble(), 1e-6);
  }

  @Test
  void oneRow() throws IOException {
    assertEquals(0, fit(csv("1,2,3\n"), 1).get("rmse").getAsDouble(), 1e-6);
  }

  @Test
  void oneColumn() throws IOException {
    // 0, 1, 2 and 3 are the sums of 1 and 2.
    assertEquals(0, fit(csv("0\n1\n2\n3\n"), 2).get("rmse").getAsDouble(), 1e-6);
  }

  @Test
  void oneRowAndOneColumn() throws IOException {
    assertEquals(0, fit(csv("7\n"), 1).get("rmse").getAsDouble(), 1e-6);
  }

  @Test
  void duplicateRowsAndMoreFeaturesThanTheyNeed() throws IOException {
    JsonObject fit = fit(csv("1,2\n1,2\n1,2\n0,3\n0,3\n"), 3);
    assertEquals(0, fit.get("rmse").getAsDouble(), 1e-6);
  }

  @ParameterizedTest
  @ValueSource(floats = {1e30f, 1e-30f})
  void extremeValuesAreFittedOrRefusedWithTheWayOut(float size) {
    Path file = folder.resolve("x.npy");
    Matrix x = Matrix.allocate(8, 3);
    for (int i = 0; i < 8; i++) {
      for (int j = 0; j < 3; j++) {
        x.set(i, j, (i >> j & 1) * size);
      }
    }
    NpyWriter.write(x, file);
    Path model = folder.resolve("model.lfm");
    Run run = Run.lfm("fit", file, "-k", 3, "-o", model, "--json");
    if (run.status() == 0) {
      assertEquals(0, run.json().get("rmse").getAsDouble() / size, 1e-4, run::toString);
    } else {
      run.fails("--scale-by");
      assertFalse(Files.exists(model));
    }
  }

  @Test
  void theFitsScaleIsTheModels() {
    Path problem = folder.resolve("problem");
    Run.lfm("generate", "syn0", "-o", problem).succeeds();
    Path x = problem.resolve("X.npy");
    fit(x, 4, "--scale-by", "0.5");
    Run score = Run.lfm("score", folder.resolve("model.lfm"), x, "--json").succeeds();
    assertEquals(0, score.json().get("rmse_noisy").getAsDouble(), 1e-5);
    assertTrue(score.err().contains("0.5"), score::toString);
  }

  @Test
  void columnNamesAreKeptAndCompared() throws IOException {
    fit(csv("a,b\n1,2\n0,1\n3,3\n"), 2);
    Path model = folder.resolve("model.lfm");
    assertEquals(
        List.of("a", "b"), ModelFile.load(model, LassoModel.KIND).manifest().columnNames());
    Path turned = Files.writeString(folder.resolve("turned.csv"), "b,a\n1,2\n0,1\n3,3\n");
    Run.lfm("score", model, turned).fails("column 1", "'b'", "'a'");
  }

  @Test
  void quietLeavesTheAnswer() throws IOException {
    Run run =
        Run.lfm("fit", csv("1\n2\n"), "-k", 1, "-o", folder.resolve("model.lfm"), "-q").succeeds();
    assertEquals("", run.err());
    assertTrue(run.out().startsWith("model "), run::toString);
  }

  @Test
  void withoutATerminalTheStepsAreLinesOnStandardError() throws IOException {
    Run run =
        Run.lfm("fit", csv("1\n2\n"), "-k", 1, "-o", folder.resolve("model.lfm"), "--json", "-v")
            .succeeds();
    assertTrue(run.json().has("rmse"));
    assertTrue(run.err().contains("backend "), run::toString);
    assertTrue(run.err().contains(" step 1: "), run::toString);
  }

  @Test
  void aTimeLimitEndsWithAModel() {
    Path problem = folder.resolve("problem");
    Run.lfm("generate", "syn2", "-o", problem).succeeds();
    JsonObject fit = fit(problem.resolve("X.npy"), 14, "--time-limit", "0.2", "--backend", "java");
    assertEquals("time limit", fit.get("ended").getAsString());
    assertTrue(Double.isFinite(fit.get("rmse").getAsDouble()));
  }

  @Test
  void aPathGivesATableAndTheLargestModel() throws IOException {
    Path problem = folder.resolve("problem");
    Run.lfm("generate", "syn0", "-o", problem).succeeds();
    Path table = folder.resolve("path.tsv");
    Path model = folder.resolve("largest.lfm");
    Run.lfm("path", problem.resolve("X.npy"), "--max-k", 3, "--table", table, "-o", model)
        .succeeds();
    List<String> lines = Files.readAllLines(table);
    assertEquals("k\trmse\tsvd_bound\tseconds", lines.get(0));
    assertEquals(4, lines.size());
    double before = Double.POSITIVE_INFINITY;
    for (int k = 1; k <= 3; k++) {
      String[] cells = lines.get(k).split("\t", -1);
      double rmse = Double.parseDouble(cells[1]);
      assertEquals(Integer.toString(k), cells[0]);
      assertTrue(rmse < before, lines::toString);
      assertTrue(rmse >= Double.parseDouble(cells[2]) - 1e-6, lines::toString);
      before = rmse;
    }
    assertEquals(before, ModelFile.load(model, LassoModel.KIND).manifest().rmse());
    assertEquals(3, ModelFile.load(model, LassoModel.KIND).w().rows());
  }

  @Test
  void theDemoRecoversItsFeatures() {
    JsonObject demo = Run.lfm("demo", "--json").succeeds().json();
    assertEquals(35, demo.get("recovered_exactly").getAsInt(), demo::toString);
    assertEquals(0, demo.get("hamming").getAsDouble());
  }
}
