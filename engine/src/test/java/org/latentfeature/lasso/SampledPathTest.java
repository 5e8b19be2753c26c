package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.PathSample;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;

/** Paths of data with more rows than a sample. */
@Tag("whole")
final class SampledPathTest extends LassoContract {

  private static final int ROWS = 12_301;

  private static final SyntheticProblem CLEAR = SyntheticProblem.dense(ROWS, 7, 3, .05, 5);

  private static final LassoOptions PATH = LassoOptions.of(3).withMethod(Method.PATH);

  /** So much noise that the convex fit of the sample is not exact. */
  private static final Matrix NOISE = SyntheticProblem.dense(ROWS, 6, 2, 2, 8).x();

  private static final LassoOptions OF_NOISE = LassoOptions.of(2).withMethod(Method.PATH);

  SampledPathTest() {
    super(new ReferenceProvider());
  }

  @Test
  void thePlantedFeaturesOfAllRowsAreFoundTheSameEveryTime() {
    LassoResult result = fit(CLEAR.x(), PATH);
    assertEquals(0, Hamming.oneToOne(CLEAR.z(), result.z()));
    assertUsable(CLEAR.x(), result.z(), result.w(), result.rmse(), 3);
    assertEquals(
        List.of("sample", "sample", "sample", "path"),
        result.trace().stream().map(FitEvent::stage).toList());
    assertEquals(result.rmse(), result.trace().get(3).rmse(), 1e-6 * result.rmse());
    LassoResult again = fit(CLEAR.x(), PATH);
    assertEquals(result.z(), again.z());
    assertEquals(result.rmse(), again.rmse(), 0);
    // The trace of the sample is in the units of its own rows, not of all.
    assertEquals(.05, result.trace().get(2).rmse(), .002);
  }

  @Test
  void everyKIsExtended() {
    PathResult result = path(CLEAR.x(), LassoOptions.of(3));
    assertEquals(3, result.points().size());
    double before = Double.POSITIVE_INFINITY;
    for (PathResult.Point point : result.points()) {
      assertUsable(CLEAR.x(), point.z(), point.w(), point.rmse(), point.k());
      assertTrue(point.rmse() <= before, () -> "K = " + point.k());
      assertTrue(point.rmse() >= point.svdBound() * (1 - 1e-6));
      before = point.rmse();
    }
    assertEquals(0, Hamming.oneToOne(CLEAR.z(), result.points().get(2).z()));
  }

  /** Whatever the dictionary of the sample: its codes of all rows are never made worse. */
  @Test
  void theResultIsNoWorseThanTheSamplesDictionary() {
    int[] rows = PathSample.draw(ROWS, PathSample.size(ROWS, 2), 0);
    Dense w = fit(NOISE.selectRows(rows), OF_NOISE).w();
    double extended = Rmse.noisy(NOISE, FactorCoder.encode(backend, NOISE, w, 0), w);
    double all = fit(NOISE, OF_NOISE).rmse();
    assertTrue(all <= extended * 1.001, () -> all + " on all rows, but " + extended);
  }

  @Test
  void aPathStoppedInItsSampleHasCodesOfAllRows() {
    FitListener first = event -> false;
    LassoResult result = new LatentFeatureLasso(backend, PATH).fit(CLEAR.x(), first);
    assertEquals(Ending.STOPPED, result.ended());
    assertUsable(CLEAR.x(), result.z(), result.w(), result.rmse(), 3);
    PathResult path = new LatentFeatureLasso(backend, PATH).path(CLEAR.x(), first);
    assertFalse(path.points().isEmpty());
    assertUsable(
        CLEAR.x(),
        path.points().get(0).z(),
        path.points().get(0).w(),
        path.points().get(0).rmse(),
        1);
  }

  /** Whose rows are zero but for some that the sample does not hold. */
  @Test
  void aSampleOfZerosIsLeftForAllRows() {
    int[] drawn = PathSample.draw(ROWS, PathSample.size(ROWS, 2), 0);
    Matrix x = Matrix.allocate(ROWS, 3);
    for (int i = 0; i < ROWS; i++) {
      if (Arrays.binarySearch(drawn, i) < 0) {
        x.set(i, i % 2, 1);
      }
    }
    LassoResult result = fit(x, LassoOptions.of(2).withMethod(Method.PATH));
    assertEquals(0, result.rmse(), 1e-6);
    assertTrue(result.trace().stream().noneMatch(e -> e.stage().equals("sample")));
  }

  @Test
  void lessThanTwiceASampleIsFittedAsItIs() {
    for (int k : new int[] {1, 33, 34, 1000}) {
      int size = PathSample.size(Integer.MAX_VALUE, k);
      assertEquals(2 * size - 1, PathSample.size(2 * size - 1, k));
      assertEquals(size, PathSample.size(2 * size, k));
      assertTrue(size >= 60 * k);
    }
    int[] drawn = PathSample.draw(100, 60, 3);
    assertEquals(60, Arrays.stream(drawn).distinct().filter(i -> i >= 0 && i < 100).count());
    assertFalse(Arrays.equals(drawn, PathSample.draw(100, 60, 4)));
  }
}
