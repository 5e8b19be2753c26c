package org.latentfeature.cli.lasso;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cli.Run;
import org.latentfeature.cli.fuzz.NpyFiles;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.lasso.LassoModel;

/**
 * {@code lfm fit} with weights and variants of the squared error, and what becomes of the models.
 */
class VariantCommandsTest {

  private static final int ROWS = 120;
  private static final int COLUMNS = 20;

  @TempDir static Path folder;
  private static Path data;
  private static Path weights;

  /** With an offset of 5 and one row that is none of the others. */
  @BeforeAll
  static void write() throws IOException {
    Matrix x = SyntheticProblem.dense(ROWS, COLUMNS, 3, .2, 3).x();
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        x.set(i, j, i == 6 ? 40 * ((i + 3 * j) % 5 - 2) : x.get(i, j) + 5);
      }
    }
    data = folder.resolve("x.npy");
    NpyWriter.write(x, data);
    weights = folder.resolve("weights.csv");
    Files.write(weights, IntStream.range(0, ROWS).mapToObj(i -> "" + i % 3).toList());
  }

  private static Path model() {
    return folder.resolve("m.lfm");
  }

  private static Run fit(Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", data, "-k", 3, "--json"));
    words.addAll(List.of("-o", model(), "--backend", "java"));
    words.addAll(List.of(more));
    return Run.lfm(words.toArray());
  }

  @Tag("whole")
  @Test
  void theInterceptIsInEveryAnswer() throws IOException {
    JsonObject answer = fit("--intercept", "--robust").succeeds().json();
    assertEquals(1, answer.get("outlying_rows").getAsInt());
    Path b = folder.resolve("b.npy");
    Run.lfm("export", model(), "--intercept", b).succeeds();
    assertEquals(COLUMNS, MatrixReader.read(b).x().cols());
    LassoModel fitted = ModelFile.load(model(), LassoModel.KIND);
    Path codes = folder.resolve("z.npy");
    Run.lfm("transform", model(), data, "-o", codes, "--backend", "java").succeeds();
    Path sum = folder.resolve("sum.npy");
    Run.lfm("reconstruct", model(), codes, "-o", sum).succeeds();
    Matrix x = MatrixReader.read(data).x();
    Matrix all = MatrixReader.read(sum).x();
    double error = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        double rest = x.get(i, j) - all.get(i, j);
        error += i == 6 ? 0 : rest * rest;
      }
    }
    assertTrue(Math.sqrt(error / ROWS / COLUMNS) < .25, "in the units of X");
    JsonObject score = Run.lfm("score", model(), data, "--json").succeeds().json();
    assertEquals(fitted.manifest().rmse(), score.get("rmse_noisy").getAsDouble(), 1e-5);
    Run report =
        Run.lfm("report", model(), data, "-o", folder.resolve("r.html"), "--path-to", 0).succeeds();
    assertFalse(report.err().contains("not the data of the fit"), report::toString);
    String page = Files.readString(folder.resolve("r.html"));
    assertTrue(page.contains("1 row is an outlier"), "the report tells of outliers");
  }

  @Tag("whole")
  @Test
  void outliersAreNamed() {
    Run run = fit("--intercept", "--robust").succeeds();
    assertTrue(run.err().contains("1 row on average: row 7"), run::toString);
  }

  @Test
  void weightsAreRemembered() throws IOException {
    fit("--row-weights", weights, "--column-weights", "noise").succeeds();
    LassoModel fitted = ModelFile.load(model(), LassoModel.KIND);
    assertEquals("weights.csv", fitted.manifest().option("row-weights"));
    assertEquals("noise", fitted.manifest().option("column-weights"));
    Run.lfm("update", model(), data).fails("--row-weights", "fit all rows again");
    Path start = folder.resolve("start.lfm");
    Files.copy(model(), start);
    fit("--start", start).fails("--row-weights", "plain squared error");
  }

  /** Rows of weight 0 shape no feature: the fit is that of the data without them. */
  @Test
  void rowWeightsShapeTheFeatures() throws IOException {
    Path ones = Files.write(folder.resolve("ones.csv"), Collections.nCopies(ROWS, "1"));
    Path zero = folder.resolve("zero.csv");
    Files.write(zero, IntStream.range(0, ROWS).mapToObj(i -> i == 6 ? "0" : "1").toList());
    double plain = errorWithoutOutlier("--view", "plain");
    assertEquals(
        plain, errorWithoutOutlier("--row-weights", ones, "--view", "plain"), 1e-9, "weights of 1");
    double weighed = errorWithoutOutlier("--row-weights", zero);
    Matrix x = MatrixReader.read(data).x();
    Path others = folder.resolve("others.npy");
    NpyWriter.write(x.selectRows(IntStream.range(0, ROWS).filter(i -> i != 6).toArray()), others);
    double without =
        Run.lfm(
                "fit",
                others,
                "-k",
                3,
                "-o",
                model(),
                "--backend",
                "java",
                "--json",
                "--view",
                "plain")
            .succeeds()
            .json()
            .get("rmse")
            .getAsDouble();
    assertEquals(without, weighed, 1e-4);
    assertTrue(plain > weighed + .1, plain + " plain, " + weighed + " weighed");
  }

  /** Columns of weight 0 have no say in Z; true 1/σ² and estimated ones find what noise hides. */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({"zero", "given", "noise"})
  void columnWeightsShapeTheFeatures(String kind) throws IOException {
    SyntheticProblem problem = SyntheticProblem.dense(200, COLUMNS, 3, .1, 5);
    Matrix x = problem.x();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 10; j < COLUMNS; j++) {
        x.set(i, j, (float) (x.get(i, j) + 20 * CounterRandom.normal(9, i, j)));
      }
    }
    Path noisy = folder.resolve("noisy.npy");
    NpyWriter.write(x, noisy);
    Path file = folder.resolve(kind + ".csv");
    String loud = kind.equals("zero") ? "0" : "" + 1 / (400 + .01);
    String quiet = kind.equals("zero") ? "1" : "100";
    Files.write(file, IntStream.range(0, COLUMNS).mapToObj(j -> j < 10 ? quiet : loud).toList());
    double plain = wrongBits(noisy, problem.z(), "--view", "plain");
    assertTrue(plain > .05, "the plain fit follows the noise");
    assertEquals(0, wrongBits(noisy, problem.z()), "the default fit sees it");
    Object given = kind.equals("noise") ? "noise" : file;
    assertEquals(0, wrongBits(noisy, problem.z(), "--column-weights", given));
  }

  private static double wrongBits(Path x, BinaryMatrix truth, Object... more) {
    List<Object> words = new ArrayList<>(List.of("fit", x, "-k", 3, "-o", model()));
    words.addAll(List.of("--backend", "java"));
    words.addAll(List.of(more));
    Run.lfm(words.toArray()).succeeds();
    return Hamming.oneToOne(truth, ModelFile.load(model(), LassoModel.KIND).z());
  }

  /** Root mean square error of the rows but the outlier. */
  private static double errorWithoutOutlier(Object... more) throws IOException {
    fit(more).succeeds();
    LassoModel fitted = ModelFile.load(model(), LassoModel.KIND);
    Matrix x = MatrixReader.read(data).x();
    double error = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        double rest = x.get(i, j);
        for (int k = 0; k < fitted.w().rows(); k++) {
          rest -= fitted.z().get(i, k) ? fitted.w().get(k, j) : 0;
        }
        error += i == 6 ? 0 : rest * rest;
      }
    }
    return Math.sqrt(error / (ROWS - 1) / COLUMNS);
  }

  @Test
  void rowWeightsAreAVectorOfNumpyToo() throws IOException {
    fit("--row-weights", weights).succeeds();
    double[] expected = w();
    fit().succeeds();
    assertFalse(Arrays.equals(expected, w()), "weights matter");
    fit("--row-weights", npy("<f8", "(120,)", i -> i % 3)).succeeds();
    assertArrayEquals(expected, w());
    assertEquals(
        "w.npy", ModelFile.load(model(), LassoModel.KIND).manifest().option("row-weights"));
  }

  @Tag("whole")
  @Test
  void columnWeightsAreAVectorOfNumpyToo() throws IOException {
    Path rows = folder.resolve("columns.csv");
    Files.writeString(
        rows,
        IntStream.range(0, COLUMNS)
            .mapToObj(j -> "" + (1 + j % 4))
            .collect(Collectors.joining(",")));
    fit("--column-weights", rows).succeeds();
    double[] expected = w();
    Path vector = npy("<f8", "(20,)", j -> 1 + j % 4);
    fit("--column-weights", vector).succeeds();
    assertArrayEquals(expected, w());
  }

  @Test
  void whatIsNoVectorOfWeightsIsRefused() throws IOException {
    fit("--row-weights", npy("<f8", "(119,)", i -> 1)).fails("w.npy", "119", "120");
    fit("--row-weights", npy("<f8", "(0,)", i -> 1)).fails("w.npy has no numbers");
    fit("--row-weights", npy("<f8", "()", i -> 1)).fails("w.npy", "dimensions");
    fit("--row-weights", npy("<f8", "(60, 2)", i -> 1))
        .fails("w.npy is 60 × 2", "a single row or column of weights, one for each row of X");
    fit("--row-weights", npy("<f8", "(120,)", i -> i == 4 ? Double.NaN : 1))
        .fails("number 5 of", "w.npy is missing", "weights");
    fit("--row-weights", npy("<f8", "(120,)", i -> -1.)).fails("row 1", "-1");
    Run.lfm("fit", npy("<f8", "(120,)", i -> 1), "-k", 1, "-o", model())
        .fails("w.npy has 1 dimension, but needs 2");
  }

  /** An array {@code w.npy} with as many entries as the shape says. */
  private static Path npy(String type, String shape, IntToDoubleFunction entry) throws IOException {
    int count =
        Pattern.compile("\\d+")
            .matcher(shape)
            .results()
            .mapToInt(side -> Integer.parseInt(side.group()))
            .reduce(1, (a, b) -> a * b);
    double[] entries = IntStream.range(0, count).mapToDouble(entry).toArray();
    return Files.write(folder.resolve("w.npy"), NpyFiles.of(type, shape, false, entries));
  }

  private static double[] w() {
    return ModelFile.load(model(), LassoModel.KIND).w().values();
  }

  @Test
  void heldOutEntriesSeeTheIntercept() {
    JsonObject answer = fit("--intercept", "--hold-out", ".1").succeeds().json();
    assertTrue(
        answer.get("held_out_rmse").getAsDouble()
            < answer.get("held_out_rmse_means").getAsDouble());
  }

  @Tag("whole")
  @Test
  void l1NeedsNoValue() {
    JsonObject auto = fit("--l1").succeeds().json();
    assertTrue(auto.get("l1_penalty").getAsDouble() > 0);
    JsonObject given = fit("--l1=0.5").succeeds().json();
    assertEquals(.5, given.get("l1_penalty").getAsDouble());
  }

  @Test
  void aNegativeMeanIsToldWhereWMayNotBeNegative() throws IOException {
    Path negative = folder.resolve("negative.csv");
    Files.write(negative, IntStream.range(0, 9).mapToObj(i -> "-3," + i % 3 + ",-1").toList());
    Run run =
        Run.lfm("fit", negative, "-k", 1, "-o", model(), "--nonnegative", "--backend", "java");
    assertTrue(run.err().contains("the mean of " + negative + " is -1"), run::toString);
    assertTrue(run.err().contains("--intercept may help"), run::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "--robust, --certify",
    "--robust, --view plain",
    "--intercept, --view plain",
    "--view=scaled, --certify",
    "--view=scaled, --sample 50",
    "--view=clipped, --method paper",
    "--robust, --sample 50",
    "--nonnegative, --method paper",
    "--intercept, --penalty 3",
    "--l1, --set bit-cost=2",
    "--l1, --set ridge=2",
    "--robust, --empty-columns drop"
  })
  void contradictionsNameBoth(String one, String other) throws IOException {
    Files.writeString(model(), "kept");
    List<Object> words = new ArrayList<>(List.of(one));
    words.addAll(List.of((Object[]) other.split(" ", -1)));
    fit(words.toArray())
        .isWrongUse(one.replaceAll("--|=.*", ""), other.replaceAll("--|set | .*|=.*", ""));
    assertArrayEquals("kept".getBytes(UTF_8), Files.readAllBytes(model()));
  }

  /** What nobody asked for is said, kept in the model, and obeyed by other commands. */
  @Test
  void aViewThatIsTakenIsTold() throws IOException {
    Matrix x = SyntheticProblem.dense(300, COLUMNS, 4, .2, 6).x();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < COLUMNS; j++) {
        x.set(i, j, x.get(i, j) + 30 + j);
      }
    }
    Path shifted = folder.resolve("shifted.npy");
    NpyWriter.write(x, shifted);
    Run fit =
        Run.lfm("fit", shifted, "-k", 4, "-o", model(), "--backend", "java", "--json").succeeds();
    assertTrue(fit.err().contains("the model is centred"), fit::toString);
    assertEquals("centred", fit.json().get("view").getAsString());
    double rmse = fit.json().get("rmse").getAsDouble();
    JsonObject score = Run.lfm("score", model(), shifted, "--json").succeeds().json();
    assertEquals(rmse, score.get("rmse_noisy").getAsDouble(), 1e-4);
    Run.lfm("update", model(), shifted).fails("--view", "fit all rows again");
  }

  @Test
  void autoCountsPlainFeaturesOnly() {
    Run.lfm("fit", data, "-k", "auto", "-o", model(), "--robust").isWrongUse("--robust", "-k auto");
  }

  @Test
  void wrongWeightsAreNamed() throws IOException {
    Path few = Files.write(folder.resolve("few.csv"), List.of("1", "1"));
    fit("--row-weights", few).fails(few.toString(), "2 row weights", "120 rows");
    fit("--column-weights", few).fails(few.toString(), "2 column weights", "20 columns");
    Path negative = Files.write(folder.resolve("bad.csv"), List.of("1", "-2"));
    fit("--row-weights", negative).fails("row 2", "-2.0", "numbers from 0");
    fit("--row-weights", data).fails("120 × 20", "a single row or column");
    fit("--row-weights", folder.resolve("none.csv")).fails("none.csv");
    fit("--row-weights", weights, "--method", "spectral").isWrongUse("--row-weights", "spectral");
    fit("--l1=-1").isWrongUse("--l1", "-1");
    fit("--intercept");
    Run.lfm("export", model(), "--z", folder.resolve("z.npy")).succeeds();
    fit("--view", "plain");
    Path w = folder.resolve("w2.npy");
    Run.lfm("export", model(), "--w", w, "--intercept", folder.resolve("b2.npy"))
        .fails("no intercept");
    assertFalse(Files.exists(w), "what cannot be written as a whole is not written in part");
  }
}
