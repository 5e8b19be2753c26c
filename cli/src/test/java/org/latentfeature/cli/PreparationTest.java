package org.latentfeature.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.Score;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.markov.MarkovModel;

/**
 * Whatever a fit did to the values of its file, by {@code --scale-by}, a standardisation or an
 * intercept, rows go into a model and come out of it in the units of the file: through every
 * command and through the Java API, compared with plain loops over the model's arrays.
 */
class PreparationTest {

  private static final int ROWS = 60;
  private static final int NEW = 12;
  private static final int COLS = 6;
  private static final List<String> SCALES = List.of("none", "0.00392156862745098", "-3", "1000");
  private static final List<Double> OFFSETS = List.of(0., 100., -7.);

  @TempDir static Path folder;

  /** What is fitted. */
  private static final List<String> FITS =
      List.of(
          "fit --method lasso",
          "fit --method path",
          "fit --method best --intercept",
          "fit --method best --nonnegative",
          "fit --method path --robust",
          "fit --method anneal",
          "fit --method bp-means",
          "fit --method mf-binary",
          "fit --method variational",
          "ibp fit --sweeps 20 --chains 1",
          "spectral fit",
          "markov fit --iterations 20",
          "markov fit --iterations 20 --standardise");

  /**
   * A fit of a preparation.
   *
   * @param fit words of the command
   * @param scale the factor, or none
   * @param offset of all values
   */
  private record Case(int number, String fit, String scale, double offset) {

    Path file(String name) {
      return folder.resolve("%d-%s".formatted(number, name));
    }

    double factor() {
      return scale.equals("none") ? 1 : Double.parseDouble(scale);
    }

    /** Two features of clear size, noise of a tenth, all of them times a size of the file's own. */
    Matrix data(int from, int rows) {
      Matrix x = Matrix.allocate(rows, COLS);
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < COLS; j++) {
          double value = .1 * CounterRandom.normal(number, from + i, j);
          for (int k = 0; k < 2; k++) {
            boolean has = CounterRandom.uniform(1000 + number, from + i, k) < .3 + .3 * k;
            value += has ? 1 + 2 * CounterRandom.uniform(2000 + number, k, j) : 0;
          }
          x.set(i, j, (float) ((5 + j) * value + offset));
        }
      }
      return x;
    }

    Run lfm(String command, Object... words) {
      List<Object> all = new ArrayList<>(List.of(command.split(" ", -1)));
      all.addAll(List.of(words));
      all.add("--backend=java");
      return Run.lfm(all.toArray());
    }

    Model fitted() {
      NpyWriter.write(data(0, ROWS), file("x.npy"));
      NpyWriter.write(data(ROWS, NEW), file("new.npy"));
      List<Object> words = new ArrayList<>(List.of(file("x.npy"), "-k", 2, "-o", file("m.lfm")));
      if (!scale.equals("none")) {
        words.add("--scale-by=" + scale);
      }
      lfm(fit, words.toArray()).succeeds();
      return Estimators.load(file("m.lfm"));
    }
  }

  static Stream<Case> cases() {
    List<Case> all = new ArrayList<>();
    for (String fit : FITS) {
      for (String scale : SCALES) {
        for (double offset : OFFSETS) {
          // Features that only add explain nothing that is negative.
          if (!(fit.contains("nonnegative") && scale.startsWith("-"))) {
            all.add(new Case(all.size(), fit, scale, offset));
          }
        }
      }
    }
    assertTrue(all.size() >= 150, all.size() + " cases");
    return all.stream();
  }

  /** Those of which rows with a missing entry may be coded, about 100 in size. */
  static Stream<Case> withHoles() {
    return cases().filter(is -> !is.fit().startsWith("ibp") && is.offset() == 100);
  }

  /** Those whose models take more rows. */
  static Stream<Case> withMoreRows() {
    return cases()
        .filter(is -> List.of("fit --method lasso", "fit --method anneal").contains(is.fit()));
  }

  private static Matrix read(Path file) throws IOException {
    return MatrixReader.read(file, ReadOptions.DEFAULT).x();
  }

  /** C W in plain loops, and all that the fit did to X undone. */
  private static double[][] byHand(Model model, Matrix codes, double factor) {
    double[][] made = new double[codes.rows()][COLS];
    for (int i = 0; i < made.length; i++) {
      for (int j = 0; j < COLS; j++) {
        for (int k = 0; k < codes.cols(); k++) {
          made[i][j] += codes.get(i, k) * model.w().get(k, j);
        }
        if (model instanceof FactorModel f && f.terms().intercept() != null) {
          made[i][j] += f.terms().intercept()[j];
        }
        if (model instanceof MarkovModel m && m.standardisation() != null) {
          Dense columns = m.standardisation().toDense();
          made[i][j] = made[i][j] * columns.get(1, j) + columns.get(0, j);
        }
        made[i][j] /= factor;
      }
    }
    return made;
  }

  private static double rmse(Matrix x, double[][] made) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < COLS; j++) {
        sum += Math.pow(x.get(i, j) - made[i][j], 2);
      }
    }
    return Math.sqrt(sum / (x.rows() * COLS));
  }

  private static double size(Matrix x) {
    return Math.sqrt(x.facts().meanSquare());
  }

  private static void assertIs(double[][] expected, Matrix made, double size) {
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < COLS; j++) {
        assertEquals(expected[i][j], made.get(i, j), 1e-5 * size, "row " + i + ", column " + j);
      }
    }
  }

  @Tag("whole")
  @ParameterizedTest
  @MethodSource("cases")
  void rowsAreInTheUnitsOfTheFile(Case is) throws IOException {
    Model model = is.fitted();
    Matrix rows = read(is.file("new.npy"));
    String codes = model instanceof MarkovModel ? "--weights" : "-o";
    is.lfm("transform", is.file("m.lfm"), is.file("new.npy"), codes, is.file("c.npy")).succeeds();
    Run.lfm("reconstruct", is.file("m.lfm"), is.file("c.npy"), "-o", is.file("r.npy")).succeeds();
    double[][] made = byHand(model, read(is.file("c.npy")), is.factor());
    assertIs(made, read(is.file("r.npy")), size(rows));
    double error = rmse(rows, made);
    double close = 1e-5 * size(rows);
    if (is.offset() == 100) {
      assertTrue(error < 20, () -> "the mean of all entries is not in " + error);
    }

    JsonObject score =
        is.lfm("score", is.file("m.lfm"), is.file("new.npy"), "--json").succeeds().json();
    assertEquals(error, score.get("rmse_file").getAsDouble(), close);
    if (score.has("rmse_noisy")) {
      double ofTheFit = score.get("rmse_noisy").getAsDouble();
      assertEquals(error * Math.abs(is.factor()), ofTheFit, close * Math.abs(is.factor()));
    }
    Run impute =
        is.lfm("impute", is.file("m.lfm"), is.file("new.npy"), "-o", is.file("i.npy"), "--json");
    assertEquals(error, impute.succeeds().json().get("rmse").getAsDouble(), close);
    try (Backend backend = Backends.open("java", Resources.DEFAULT).backend()) {
      CodedRows coded = model.transform(backend, rows);
      assertIs(made, model.reconstruct(coded.codes()), size(rows));
      Score of = model.score(backend, rows);
      assertEquals(error, of.rmse(), close);
      assertEquals(1 - Math.pow(error / size(rows), 2), of.explained(), 1e-5);
    }
  }

  /** A missing entry becomes what the rest of its row says, in the units of the file. */
  @ParameterizedTest
  @MethodSource("withHoles")
  void missingEntriesAreFilledInTheUnitsOfTheFile(Case is) throws IOException {
    is.fitted();
    Matrix rows = read(is.file("new.npy"));
    float whole = rows.get(3, 2);
    rows.set(3, 2, Float.NaN);
    NpyWriter.write(rows, is.file("holes.npy"));
    is.lfm("impute", is.file("m.lfm"), is.file("holes.npy"), "-o", is.file("i.npy")).succeeds();
    Matrix filled = read(is.file("i.npy"));
    assertEquals(whole, filled.get(3, 2), 50);
    assertEquals(rows.get(3, 1), filled.get(3, 1));
  }

  /** The error of all rows, those of the fit and the new ones, is that of plain loops. */
  @ParameterizedTest
  @MethodSource("withMoreRows")
  void rowsAreAddedInTheUnitsOfTheFile(Case is) throws IOException {
    is.fitted();
    Object[] words = {
      is.file("m.lfm"), is.file("new.npy"), "-o", is.file("u.lfm"), "--new-features=0"
    };
    is.lfm("update", words).succeeds();
    FactorModel updated = (FactorModel) Estimators.load(is.file("u.lfm"));
    assertEquals(ROWS + NEW, updated.z().rows());
    NpyWriter.write(updated.z(), is.file("z.npy"));
    Matrix codes = read(is.file("z.npy"));
    double error = rmse(is.data(0, ROWS + NEW), byHand(updated, codes, is.factor()));
    double said = updated.manifest().rmse() / Math.abs(is.factor());
    assertEquals(error, said, 1e-4 * error);
  }
}
