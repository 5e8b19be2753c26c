package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.fit.metrics.Rmse;

/** A suite of the estimator on one backend, opened with one thread so that it repeats anywhere. */
public abstract class LassoContract {

  protected final Backend backend;

  /** On the backend of {@code provider}, which must be able to run here. */
  protected LassoContract(BackendProvider provider) {
    backend = provider.open(Resources.ofThreads(1));
  }

  @AfterEach
  void close() {
    backend.close();
  }

  LassoResult fit(Matrix x, LassoOptions options) {
    return new LatentFeatureLasso(backend, options).fit(x, FitListener.SILENT);
  }

  PathResult path(Matrix x, LassoOptions options) {
    return new LatentFeatureLasso(backend, options).path(x, FitListener.SILENT);
  }

  /** Room for the atom searches of the default options, 100 atoms and 4 features. */
  static LassoSteps steps(LoadedData data) {
    SearchOptions search = SearchOptions.of(1);
    LassoSteps.Room room = new LassoSteps.Room(100, 4, search.rank(), search);
    return new LassoSteps(data.rows(room.limits(), StopSignal.NEVER), room, StopSignal.NEVER);
  }

  static List<FitEvent> lassoEvents(LassoResult result) {
    return result.trace().stream().filter(e -> e.stage().equals("lasso")).toList();
  }

  /** A factorisation of the right shape, with 1 to {@code k} features and the error it claims. */
  static void assertUsable(Matrix x, BinaryMatrix z, Dense w, double rmse, int k) {
    assertTrue(z.cols() >= 1 && z.cols() <= k, () -> z.cols() + " features of " + k);
    assertEquals(x.rows(), z.rows());
    assertEquals(z.cols(), w.rows());
    assertEquals(x.cols(), w.cols());
    assertArrayEquals(IntStream.range(0, z.cols()).toArray(), new Factors(z, w, 0).order());
    double zero = Rmse.noisy(x, BinaryMatrix.empty(x.rows()), new Dense(0, x.cols()));
    assertEquals(Rmse.noisy(x, z, w), rmse, 1e-6 * zero);
    assertTrue(rmse <= zero * (1 + 1e-6), () -> rmse + " is worse than nothing, " + zero);
  }

  static Matrix scaled(Matrix x, float by) {
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        out.set(i, j, x.get(i, j) * by);
      }
    }
    return out;
  }

  /**
   * {@code x} with a column of zeros before each of its columns whose number {@code every} divides.
   */
  static Matrix withZeroColumns(Matrix x, int every) {
    List<Integer> from = new ArrayList<>();
    for (int j = 0; j < x.cols(); j++) {
      if (j % every == 0) {
        from.add(-1);
      }
      from.add(j);
    }
    Matrix out = Matrix.allocate(x.rows(), from.size());
    for (int j = 0; j < from.size(); j++) {
      for (int i = 0; i < x.rows() && from.get(j) >= 0; i++) {
        out.set(i, j, x.get(i, from.get(j)));
      }
    }
    return out;
  }
}
