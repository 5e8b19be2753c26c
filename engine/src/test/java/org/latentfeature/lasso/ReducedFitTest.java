package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.metrics.Hamming;

/** Fits to a spectral reduction of X. */
final class ReducedFitTest extends LassoContract {

  /** With a gap. */
  private static final SyntheticProblem CLEAR = SyntheticProblem.dense(67, 41, 4, .05, 5);

  /** Without. */
  private static final SyntheticProblem NOISE = SyntheticProblem.dense(61, 37, 3, 3, 7);

  /** More columns than rows, reduced exactly first. */
  private static final SyntheticProblem WIDE = SyntheticProblem.dense(40, 300, 3, .4, 6);

  ReducedFitTest() {
    super(new ReferenceProvider());
  }

  private static LassoOptions options(int k, int dimensions) {
    return LassoOptions.of(k).withReduce(new Reduction(dimensions));
  }

  private static boolean isReduced(LassoResult result) {
    return result.seconds().containsKey("reduce");
  }

  @ParameterizedTest
  @EnumSource(names = {"LASSO", "PATH", "BEST"})
  void theDictionaryIsTheLeastSquaresOneOfX(Method method) {
    for (Matrix x : new Matrix[] {NOISE.x(), WIDE.x(), withZeroColumns(NOISE.x(), 2)}) {
      LassoResult result = fit(x, options(3, 9).withMethod(method));
      assertTrue(isReduced(result) || isOfColumns(result), result.method());
      assertUsable(x, result.z(), result.w(), result.rmse(), 3);
      Dense expected = leastSquares(x, result.z());
      assertArrayEquals(expected.values(), result.w().values(), 1e-4);
    }
  }

  /** Columns for a feature more than there are do not exist, so that the other searches follow. */
  @Test
  void theBestOfAllIsReducedWhereColumnsAreNoAnswer() {
    LassoResult result = fit(WIDE.x(), LassoOptions.of(4));
    assertTrue(isReduced(result), result.method());
    assertUsable(WIDE.x(), result.z(), result.w(), result.rmse(), 4);
  }

  /** Columns are searched before the rows are reduced. */
  private static boolean isOfColumns(LassoResult result) {
    return result.method().equals(LassoStages.COLUMNS);
  }

  private static Dense leastSquares(Matrix x, BinaryMatrix z) {
    Dense codes = new Dense(z.rows(), z.cols());
    for (int i = 0; i < z.rows(); i++) {
      for (int k = 0; k < z.cols(); k++) {
        codes.set(i, k, z.get(i, k) ? 1 : 0);
      }
    }
    Dense t = codes.transpose();
    return PivotedCholesky.of(t.times(codes), 1e-12).solve(t.times(x.toDense()));
  }

  @ParameterizedTest
  @EnumSource(names = {"LASSO", "PATH", "BEST"})
  void aGroundTruthIsFoundExactly(Method method) {
    LassoOptions options = LassoOptions.of(4).withMethod(method);
    LassoResult none = fit(CLEAR.x(), options.withReduce(Reduction.NONE));
    LassoResult auto = fit(CLEAR.x(), options);
    assertFalse(isReduced(none));
    assertTrue(isReduced(auto) || isOfColumns(auto), auto.method());
    assertEquals(0, Hamming.oneToOne(CLEAR.z(), auto.z()));
    assertEquals(none.rmse(), auto.rmse(), 1e-6 * none.rmse());
    assertEquals(none.method(), auto.method());
  }

  @Test
  void aPathHasAModelOfXForEveryK() {
    PathResult path = path(WIDE.x(), options(4, 11));
    assertEquals(4, path.points().size());
    for (PathResult.Point point : path.points()) {
      assertUsable(WIDE.x(), point.z(), point.w(), point.rmse(), point.k());
      assertTrue(point.rmse() >= point.svdBound() * (1 - 1e-6), point::toString);
    }
  }

  /** All dimensions are the data themselves. */
  @Tag("whole")
  @ParameterizedTest
  @EnumSource(names = {"LASSO", "PATH", "BEST"})
  void noReductionIsTheFitToTheDataBitForBit(Method method) {
    LassoOptions options = LassoOptions.of(3).withMethod(method);
    LassoResult none = fit(NOISE.x(), options.withReduce(Reduction.NONE));
    LassoResult all = fit(NOISE.x(), options.withReduce(new Reduction(37)));
    assertFalse(isReduced(none));
    assertEquals(none.z(), all.z());
    assertArrayEquals(none.w().values(), all.w().values(), 0);
    // A form without any reduction asked for, where auto has nothing to gain.
    Matrix narrow = SyntheticProblem.dense(61, 17, 3, 3, 7).x();
    assertFalse(isReduced(fit(narrow, options)));
    assertEquals(fit(narrow, options.withReduce(Reduction.NONE)).z(), fit(narrow, options).z());
  }

  @Test
  void errorsOfTheTraceAreThoseOfX() {
    LassoResult result = fit(NOISE.x(), options(3, 9).withMethod(Method.PATH));
    double last = result.trace().get(result.trace().size() - 1).rmse();
    // Codes and dictionary on X are at least as good as in the span of the reduction.
    assertTrue(last >= result.rmse() * (1 - 1e-6), () -> last + " " + result.rmse());
    assertEquals(result.rmse(), last, .05 * last);
  }

  /** Before the refinement on X. */
  @ParameterizedTest
  @EnumSource(names = {"LASSO", "PATH", "BEST"})
  void aStoppedFitHasADictionaryOfX(Method method) {
    LassoResult result =
        new LatentFeatureLasso(backend, options(3, 9).withMethod(method))
            .fit(NOISE.x(), event -> false);
    assertUsable(NOISE.x(), result.z(), result.w(), result.rmse(), 3);
    PathResult path =
        new LatentFeatureLasso(backend, options(3, 9)).path(NOISE.x(), event -> false);
    for (PathResult.Point point : path.points()) {
      assertUsable(NOISE.x(), point.z(), point.w(), point.rmse(), point.k());
    }
  }

  @Test
  void aCertificateIsAboutX() {
    LassoOptions reduced = options(3, 9).withMethod(Method.LASSO);
    LassoResult result = fit(NOISE.x(), reduced);
    Certificate of = certify(reduced, result);
    Certificate whole = certify(reduced.withReduce(Reduction.NONE), result);
    assertEquals(whole.objective(), of.objective(), 0);
    assertEquals(whole.lowerBound(), of.lowerBound(), 0);
    assertTrue(of.lowerBound() <= of.objective());
    assertTrue(of.gap() < 1);
  }

  private Certificate certify(LassoOptions options, LassoResult result) {
    return new Certifier(backend, options)
        .certify(NOISE.x(), result.z(), result.mu(), FitListener.SILENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "none", "7"})
  void wordsComeBack(String word) {
    LassoOptions options = LassoOptionTable.ALL.read(LassoOptions.of(5), Map.of("reduce", word));
    assertEquals(word, options.words().get("reduce"));
  }

  @ParameterizedTest
  @CsvSource({
    "4, of at least K",
    "0, of at least K",
    "-1, of at least K",
    "2.5, a number",
    "every, none"
  })
  void wrongValuesAreRefusedWithTheRange(String word, String range) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> LassoOptionTable.ALL.read(LassoOptions.of(5), Map.of("reduce", word)));
    String message = String.valueOf(e.getMessage());
    assertTrue(message.matches("reduce is .?" + word + ".*"), message);
    assertTrue(message.contains(range), message);
  }

  @Test
  void thePublishedMethodIsNotReduced() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            LassoOptionTable.ALL.read(
                LassoOptions.of(3), Map.of("method", "paper", "reduce", "9")));
  }
}
