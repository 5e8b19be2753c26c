package org.latentfeature.lasso.estimator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.model.Score;
import org.latentfeature.ibp.IndianBuffetEstimator;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;

/** A model is fitted, saved, read and applied in the same few calls, whatever its kind. */
class ModelUseTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(150, 12, 3, .05, 6);

  private static final float N = Float.NaN;

  static List<Estimator<?, ?>> estimators() {
    return Estimators.all();
  }

  @ParameterizedTest
  @MethodSource("estimators")
  void everyKindIsAppliedAlike(Estimator<?, ?> estimator, @TempDir Path folder) {
    Matrix x = PROBLEM.x().view(0, 120);
    Matrix rows = PROBLEM.x().view(120, 30);
    Path file = folder.resolve("model.lfm");
    try (Backend backend = reference()) {
      Fitted<?> fit = estimator.fit(backend, x, 3);
      assertShort(fit, "120 × 12");
      ModelFile.save(fit.toModel(), file);
      Model model = Estimators.load(file);
      assertShort(model, estimator.kind().name());
      assertEquals("lfm-engine", model.manifest().software());
      CodedRows coded = model.transform(backend, rows);
      assertShort(coded, "30 × 3");
      assertEquals(coded.rmse(), rmse(rows, model.reconstruct(coded.codes())), 1e-6);
      assertTrue(coded.rmse() < .2, coded::toString);
      assertArrayEquals(column(coded.codes().toArray()), column(coded.z().toArray()));
      Score score = model.score(backend, rows);
      assertEquals(coded.rmse(), score.rmse(), 1e-6 * coded.rmse());
      double left = Math.pow(coded.rmse(), 2) * rows.size();
      assertEquals(1 - left / rows.facts().squaredNorm(), score.explained(), 1e-9);
      boolean isProbability = estimator.isWeighted() || estimator instanceof IndianBuffetEstimator;
      assertEquals(isProbability, Double.isFinite(score.logLikelihood()));
    }
  }

  @ParameterizedTest
  @MethodSource("estimators")
  void rowsThatDoNotFitAreRefused(Estimator<?, ?> estimator) {
    try (Backend backend = reference()) {
      Model model = estimator.fit(backend, PROBLEM.x(), 3).toModel();
      assertSays(
          assertThrows(
              IllegalArgumentException.class,
              () -> model.transform(backend, Matrix.allocate(5, 11))),
          "X has 11 columns, but the model has 12");
      Matrix infinite = Matrix.allocate(5, 12);
      infinite.set(3, 1, Float.POSITIVE_INFINITY);
      assertSays(
          assertThrows(DataException.class, () -> model.score(backend, infinite)),
          "row 4, column 2 (counting from 1) of X is Infinity");
      Matrix missing = Matrix.allocate(5, 12);
      missing.set(3, 1, Float.NaN);
      // Also of kinds that are fitted to complete rows only.
      assertEquals(5, model.transform(backend, missing).count());
      missing.setRow(2, new float[] {N, N, N, N, N, N, N, N, N, N, N, N});
      assertSays(
          assertThrows(DataException.class, () -> model.transform(backend, missing)),
          "row 3 (counting from 1) has no known entry; remove the row");
    }
  }

  /** The estimators' own results become the models that the one face of all makes. */
  @Test
  void resultsBecomeModels() {
    Matrix x = PROBLEM.x();
    try (Backend backend = reference()) {
      LassoResult lasso = new LatentFeatureLasso(backend, LassoOptions.of(3)).fit(x);
      assertShort(lasso, "3 features of 150 × 12");
      LassoModel model = lasso.toModel();
      assertEquals(lasso.z(), model.z());
      LassoModel other = new LassoEstimator().fit(backend, x, 3).toModel();
      assertArrayEquals(other.w().toArray(), model.w().toArray());
      assertEquals(other.manifest().dataHash(), model.manifest().dataHash());
      PathResult path = new LatentFeatureLasso(backend, lasso.origin().options()).path(x);
      assertShort(path, "3 factorisations");
      LassoModel two = path.at(path.points().get(1)).toModel();
      assertEquals(2, two.manifest().features());
      assertEquals(path.points().get(1).rmse(), two.manifest().rmse());
      MarkovOptions options = MarkovOptions.of(4).withIterations(3);
      MarkovResult walks = new MarkovLatentFeatures(backend, options).fit(x);
      assertShort(walks, "4 features of 150 × 12");
      assertEquals(walks.rmse(), walks.toModel().manifest().rmse());
      assertEquals("K = 4, seed 0, iterations 3", options.toString());
    }
  }

  @Test
  void autoOpensWhatCanRun() {
    try (Backend backend = Backends.auto()) {
      assertShort(backend, "java on ");
    }
  }

  private static Backend reference() {
    return new ReferenceProvider().open(Resources.DEFAULT);
  }

  private static double rmse(Matrix x, Matrix other) {
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        sum += Math.pow(x.get(i, j) - other.get(i, j), 2);
      }
    }
    return Math.sqrt(sum / x.size());
  }

  /** Which entries of the first column are not 0. */
  private static boolean[] column(double[][] weights) {
    boolean[] has = new boolean[weights.length];
    for (int i = 0; i < has.length; i++) {
      has[i] = weights[i][0] != 0;
    }
    return has;
  }

  private static boolean[] column(boolean[][] z) {
    boolean[] has = new boolean[z.length];
    for (int i = 0; i < has.length; i++) {
      has[i] = z[i][0];
    }
    return has;
  }

  private static void assertShort(Object found, String part) {
    String line = found.toString();
    assertTrue(line.contains(part), line);
    assertFalse(line.contains("@") || line.contains("\n") || line.length() > 120, line);
  }

  private static void assertSays(Exception refused, String part) {
    assertTrue(String.valueOf(refused.getMessage()).contains(part), refused::getMessage);
  }
}
