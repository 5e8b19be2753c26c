package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.ReferenceOnly;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Failures;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.fit.metrics.Rmse;

/** What the estimator promises to its callers, on problems small enough for the reference. */
public abstract class EstimatorContract extends LassoContract {

  /** With a truth that the convex fit finds. */
  private static final SyntheticProblem CLEAR = SyntheticProblem.dense(67, 41, 4, .05, 5);

  /** N = 40 rows in D = 300 dimensions. */
  private static final SyntheticProblem WIDE = SyntheticProblem.dense(40, 300, 3, .1, 6);

  /** Without a truth: nothing but noise. */
  private static final SyntheticProblem NOISE = SyntheticProblem.dense(43, 17, 1, 3, 7);

  /** Low enough for several greedy steps on any of these. */
  private static final Penalty GIVEN = new Penalty.Relative(.6);

  /** See {@link LassoContract}. */
  protected EstimatorContract(BackendProvider provider) {
    super(provider);
  }

  @Test
  void aTruthIsFoundBitForBit() {
    // Of X itself: on so small a reduction, rounding decides whether the path is needed.
    LassoOptions options = LassoOptions.of(4).withReduce(Reduction.NONE);
    LassoResult result = fit(CLEAR.x(), options.withMethod(Method.LASSO));
    assertEquals(0, Hamming.oneToOne(CLEAR.z(), result.z()));
    assertUsable(CLEAR.x(), result.z(), result.w(), result.rmse(), 4);
    assertEquals("lasso", result.method());
    assertEquals(Ending.CONVERGED, result.ended());
    assertTrue(result.mu() > 0);
  }

  /**
   * Without noise the atoms of some steps depend on each other and the corrective step's Hessian is
   * singular; these seeds once ended in steps that changed nothing.
   */
  @ParameterizedTest
  @ReferenceOnly
  @ValueSource(longs = {48, 224, 266})
  void dependentAtomsDoNotStopTheFit(long seed) {
    SyntheticProblem p = SyntheticProblem.generate("syn0", seed);
    LassoResult result = fit(p.x(), LassoOptions.of(4).withMethod(Method.LASSO));
    assertEquals(Ending.CONVERGED, result.ended());
    assertEquals(0, result.rmse(), 1e-6);
  }

  @ParameterizedTest
  @EnumSource
  void equalSeedsGiveEqualBits(Method method) {
    LassoOptions options = LassoOptions.of(3).withMethod(method).withSeed(11).withPenalty(GIVEN);
    LassoResult a = fit(NOISE.x(), options);
    LassoResult b = fit(NOISE.x(), options);
    assertUsable(NOISE.x(), a.z(), a.w(), a.rmse(), 3);
    assertEquals(a.z(), b.z());
    assertArrayEquals(a.w().values(), b.w().values(), 0);
    assertEquals(a.rmse(), b.rmse(), 0);
    assertEquals(a.trace().size(), b.trace().size());
  }

  /** Under a given penalty; the path's share of chance is all that it may be worse by. */
  @Test
  @ReferenceOnly
  void bestIsTheBetterOfTheTwo() {
    LassoOptions options = LassoOptions.of(3).withPenalty(GIVEN);
    double best = fit(NOISE.x(), options).rmse();
    double lasso = fit(NOISE.x(), options.withMethod(Method.LASSO)).rmse();
    assertTrue(best <= lasso * (1 + 1e-6), () -> best + " but the lasso " + lasso);
    double path = fit(NOISE.x(), options.withMethod(Method.PATH)).rmse();
    assertTrue(best <= path * (1 + 1e-2), () -> best + " but the path " + path);
  }

  @Test
  @ReferenceOnly
  void manyColumnsAreReducedExactly() {
    Matrix factor = triangle(WIDE.x());
    assertEquals(40, factor.cols());
    LassoOptions given =
        LassoOptions.of(3).withMethod(Method.LASSO).withPenalty(new Penalty.Relative(.3));
    LassoResult wide = fit(WIDE.x(), given);
    LassoResult reduced = fit(factor, given);
    assertEquals(lassoEvents(reduced).size(), lassoEvents(wide).size());
    for (int i = 0; i < lassoEvents(wide).size(); i++) {
      double objective = lassoEvents(reduced).get(i).objective();
      assertEquals(objective, lassoEvents(wide).get(i).objective(), 1e-4 * objective);
      assertEquals(lassoEvents(reduced).get(i).features(), lassoEvents(wide).get(i).features());
    }
    assertEquals(0, Hamming.oneToOne(reduced.z(), wide.z()));
    assertEquals(300, wide.w().cols());
    assertUsable(WIDE.x(), wide.z(), wide.w(), wide.rmse(), 3);
    assertEquals(reduced.rmse() * Math.sqrt(40 / 300.0), wide.rmse(), 1e-5 * wide.rmse());

    LassoResult open = fit(WIDE.x(), LassoOptions.of(3));
    assertEquals(0, Hamming.oneToOne(WIDE.z(), open.z()));
  }

  /** L of X = LQ, by Gram and Schmidt's method on the rows of X. */
  private static Matrix triangle(Matrix x) {
    int n = x.rows();
    Dense q = new Dense(n, x.cols());
    Matrix l = Matrix.allocate(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < x.cols(); j++) {
        q.set(i, j, x.get(i, j));
      }
      for (int k = 0; k < i; k++) {
        double along = q.rowDot(i, q, k);
        l.set(i, k, (float) along);
        for (int j = 0; j < x.cols(); j++) {
          q.set(i, j, q.get(i, j) - along * q.get(k, j));
        }
      }
      double norm = q.rowNorm(i);
      l.set(i, i, (float) norm);
      for (int j = 0; j < x.cols(); j++) {
        q.set(i, j, q.get(i, j) / norm);
      }
    }
    return l;
  }

  /** One zero column beside each other one, and too few to be worth dropping. */
  @ParameterizedTest
  @ReferenceOnly
  @ValueSource(ints = {1, 20})
  void zeroColumnsChangeNothing(int every) {
    Matrix x = withZeroColumns(CLEAR.x(), every);
    LassoResult result = fit(x, LassoOptions.of(4));
    assertEquals(0, Hamming.oneToOne(CLEAR.z(), result.z()));
    assertUsable(x, result.z(), result.w(), result.rmse(), 4);
    for (int j = 0; j < x.cols(); j++) {
      boolean zero = j % (every + 1) == 0;
      for (int k = 0; k < 4; k++) {
        assertEquals(zero, result.w().get(k, j) == 0, "column " + j + " of W");
      }
    }
  }

  /** Squares of these values overflow or vanish in single precision. */
  @ParameterizedTest
  @ReferenceOnly
  @CsvSource({"1e30, 67", "1e-30, 67", "1e30, 40", "1e-30, 40"})
  void extremeValuesHaveTheSameFeatures(float scale, int rows) {
    SyntheticProblem p = rows == 67 ? CLEAR : WIDE;
    int k = p.z().cols();
    // Of equal models rounding may choose that of a path, which has no penalty.
    LassoOptions options = LassoOptions.of(k).withMethod(Method.LASSO);
    LassoResult ordinary = fit(p.x(), options);
    LassoResult extreme = fit(scaled(p.x(), scale), options);
    assertEquals(0, Hamming.oneToOne(p.z(), extreme.z()));
    assertEquals(ordinary.mu(), extreme.mu() / scale, 1e-4 * ordinary.mu());
    FitEvent last = extreme.trace().get(extreme.trace().size() - 1);
    FitEvent expected = ordinary.trace().get(ordinary.trace().size() - 1);
    assertEquals(expected.rmse(), last.rmse() / scale, 1e-2 * expected.rmse());
    double squared = (double) scale * scale;
    assertEquals(expected.objective(), last.objective() / squared, 1e-2 * expected.objective());
    Dense w = extreme.w();
    for (int at = 0; at < w.values().length; at++) {
      w.values()[at] /= scale;
    }
    assertUsable(p.x(), extreme.z(), w, Rmse.noisy(p.x(), ordinary.z(), ordinary.w()), k);
  }

  @Test
  @ReferenceOnly
  void aGivenPenaltyIsInTheUnitsOfTheData() {
    LassoOptions options = LassoOptions.of(4).withMethod(Method.LASSO);
    LassoResult ordinary = fit(CLEAR.x(), options.withPenalty(new Penalty.Absolute(1)));
    LassoResult large =
        fit(scaled(CLEAR.x(), 1e20f), options.withPenalty(new Penalty.Absolute(1e20)));
    assertEquals(ordinary.z(), large.z());
    assertEquals(1e20, large.mu(), 1e14);
  }

  @Test
  void thePathHasAModelForEachK() {
    for (SyntheticProblem p : List.of(CLEAR, NOISE)) {
      PathResult path = path(p.x(), LassoOptions.of(5));
      assertEquals(
          IntStream.rangeClosed(1, 5).boxed().toList(),
          path.points().stream().map(PathResult.Point::k).toList());
      double before = Double.POSITIVE_INFINITY;
      for (PathResult.Point point : path.points()) {
        assertEquals(point.k(), point.z().cols());
        assertUsable(p.x(), point.z(), point.w(), point.rmse(), point.k());
        assertTrue(point.rmse() <= before * (1 + 1e-6), "K " + point.k() + " is worse");
        assertTrue(point.rmse() >= point.svdBound() * (1 - 1e-6), "beats the SVD");
        before = point.rmse();
        double lasso = fit(p.x(), LassoOptions.of(point.k()).withMethod(Method.LASSO)).rmse();
        assertTrue(
            point.rmse() <= lasso * (1 + 1e-3),
            () -> "K " + point.k() + ": " + point.rmse() + " but the lasso " + lasso);
      }
      assertEquals(Ending.CONVERGED, path.ended());
    }
    PathResult path = path(CLEAR.x(), LassoOptions.of(4));
    assertEquals(0, Hamming.oneToOne(CLEAR.z(), path.points().get(3).z()));
  }

  /** The spectrum of a diagonal matrix is its diagonal. */
  @Test
  @ReferenceOnly
  void theSvdBoundIsThatOfTheSpectrum() {
    float[][] x = new float[5][5];
    for (int i = 0; i < 5; i++) {
      x[i][i] = 5 - i;
    }
    PathResult path = path(Matrix.of(x), LassoOptions.of(3));
    assertEquals(Math.sqrt((16 + 9 + 4 + 1) / 25.0), path.points().get(0).svdBound(), 1e-6);
    assertEquals(Math.sqrt((9 + 4 + 1) / 25.0), path.points().get(1).svdBound(), 1e-6);
    // Each row is its own feature: here the bound is reached.
    for (PathResult.Point point : path.points()) {
      assertEquals(point.svdBound(), point.rmse(), 1e-6);
    }
  }

  @ParameterizedTest
  @ReferenceOnly
  @EnumSource
  void aListenerEndsTheFit(Method method) {
    List<FitEvent> heard = new ArrayList<>();
    FitListener impatient =
        event -> {
          heard.add(event);
          return heard.size() < 3;
        };
    LassoResult result =
        new LatentFeatureLasso(backend, LassoOptions.of(6).withMethod(method).withPenalty(GIVEN))
            .fit(NOISE.x(), impatient);
    assertEquals(Ending.STOPPED, result.ended());
    assertEquals(3, heard.size(), "asked no more once it said no");
    assertEquals(heard, result.trace());
    assertUsable(NOISE.x(), result.z(), result.w(), result.rmse(), 6);
  }

  /** Asked within steps, and obeyed there: whatever there is by then is a whole factorisation. */
  @ParameterizedTest
  @ReferenceOnly
  @EnumSource
  void stoppedAnywhereThereIsTheBestSoFar(Method method) {
    LassoOptions options = LassoOptions.of(6).withMethod(method);
    stoppedAnywhere(
        impatient -> {
          LassoResult result = new LatentFeatureLasso(backend, options).fit(NOISE.x(), impatient);
          assertUsable(NOISE.x(), result.z(), result.w(), result.rmse(), 6);
          return result.ended();
        });
  }

  @ParameterizedTest
  @ReferenceOnly
  @EnumSource
  void aPathStoppedAnywhereHasItsFirstFeatures(Method method) {
    LassoOptions options = LassoOptions.of(4).withMethod(method);
    stoppedAnywhere(
        impatient -> {
          PathResult path = new LatentFeatureLasso(backend, options).path(NOISE.x(), impatient);
          assertFalse(path.points().isEmpty());
          for (int k = 1; k <= path.points().size(); k++) {
            PathResult.Point point = path.points().get(k - 1);
            assertEquals(k, point.z().cols());
            assertUsable(NOISE.x(), point.z(), point.w(), point.rmse(), k);
          }
          return path.ended();
        });
  }

  /** Stops {@code fit}, which says why it ended, ever later, until it is left to converge. */
  private static void stoppedAnywhere(Function<FitListener, Ending> fit) {
    Ending ended = Ending.STOPPED;
    for (int patience = 1; ended != Ending.CONVERGED; patience += 1 + patience / 2) {
      AtomicInteger left = new AtomicInteger(patience);
      ended = fit.apply(FitListener.SILENT.until(() -> left.decrementAndGet() < 0));
      assertTrue(ended == Ending.STOPPED || left.get() >= 0, ended::toString);
    }
  }

  @Test
  @ReferenceOnly
  void aListenerEndsThePath() {
    List<FitEvent> heard = new ArrayList<>();
    PathResult path =
        new LatentFeatureLasso(backend, LassoOptions.of(6).withMethod(Method.PATH))
            .path(
                NOISE.x(),
                event -> {
                  heard.add(event);
                  return heard.size() < 3;
                });
    assertEquals(Ending.STOPPED, path.ended());
    assertEquals(3, heard.size());
    assertEquals(3, path.points().size());
    for (PathResult.Point point : path.points()) {
      assertUsable(NOISE.x(), point.z(), point.w(), point.rmse(), point.k());
    }
  }

  @ParameterizedTest
  @ReferenceOnly
  @EnumSource
  void outOfTimeThereIsStillAModel(Method method) {
    LassoOptions options = LassoOptions.of(6).withMethod(method).withTimeLimit(Duration.ofNanos(1));
    LassoResult result = fit(NOISE.x(), options);
    assertEquals(Ending.TIME_LIMIT, result.ended());
    assertUsable(NOISE.x(), result.z(), result.w(), result.rmse(), 6);
  }

  /** One row, one column, all entries alike, all rows alike, as many features as rows. */
  @ParameterizedTest
  @ReferenceOnly
  @CsvSource({"1, 4, 1", "5, 1, 2", "5, 4, 5", "1, 1, 1", "2, 3, 2"})
  void smallestShapes(int n, int d, int k) {
    Matrix constant = Matrix.allocate(n, d);
    Matrix rowsAlike = Matrix.allocate(n, d);
    Matrix different = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        constant.set(i, j, 2.5f);
        rowsAlike.set(i, j, j - .5f);
        different.set(i, j, (float) Math.sin(1 + 3 * i + 7 * j));
      }
    }
    for (Matrix x : List.of(constant, rowsAlike, different)) {
      LassoResult result = fit(x, LassoOptions.of(k));
      assertEquals(k, result.z().cols());
      assertUsable(x, result.z(), result.w(), result.rmse(), k);
      if (x != different || k == n) {
        assertEquals(0, result.rmse(), 1e-6);
      }
    }
  }

  @Test
  @ReferenceOnly
  void badInputIsNamed() {
    Matrix nan = scaled(CLEAR.x(), 1);
    for (int j = 0; j < nan.cols(); j++) {
      nan.set(16, j, Float.NaN);
    }
    Failures.assertSays(() -> fit(nan, LassoOptions.of(4)), "row 17 ", "remove the row");
    Matrix infinite = scaled(CLEAR.x(), 1);
    infinite.set(0, 40, Float.NEGATIVE_INFINITY);
    Failures.assertSays(
        () -> path(infinite, LassoOptions.of(4)), "row 1, column 41 ", "of X is -Infinity");
    assertSays(() -> fit(Matrix.allocate(5, 3), LassoOptions.of(2)), "all", "zero");
    assertSays(() -> fit(CLEAR.x(), LassoOptions.of(68)), "68", "67 rows");
    assertSays(() -> path(CLEAR.x(), LassoOptions.of(68)), "68", "67 rows");
    assertSays(() -> LassoOptions.of(0), "K is 0");
  }

  private static void assertSays(Runnable action, String... parts) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, action::run).getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }

  @Test
  @ReferenceOnly
  void theDataAreLeftAsTheyAre() {
    Matrix x = scaled(CLEAR.x(), 1e30f);
    Matrix before = scaled(x, 1);
    assertFalse(fit(x, LassoOptions.of(4)).trace().isEmpty());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        assertEquals(before.get(i, j), x.get(i, j));
      }
    }
  }

  @ParameterizedTest
  @ReferenceOnly
  @ValueSource(floats = {1e30f, 1e-30f})
  void extremeValuesHaveTheirError(float scale) {
    SyntheticProblem p = SyntheticProblem.dense(67, 41, 4, .05, 5);
    double ordinary = fit(p.x(), LassoOptions.of(4)).rmse();
    double extreme = fit(scaled(p.x(), scale), LassoOptions.of(4)).rmse();
    assertEquals(ordinary, extreme / scale, 1e-4 * ordinary);
  }
}
