package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitEvent;

/** The solution of the convex fit before it is rounded, {@link LassoResult#relaxed}. */
class RelaxedResultTest extends LassoContract {

  RelaxedResultTest() {
    super(new ReferenceProvider());
  }

  private static double objective(LassoResult relaxed) {
    return Objects.requireNonNull(relaxed.figures().get(LassoResult.OBJECTIVE));
  }

  /** Whatever X is reduced to, the solution is one of X: its objective is that of the fit. */
  @ParameterizedTest
  @CsvSource({
    "plain, 67, 31, 1, 0",
    "wide, 20, 60, 1, 0",
    "scaled, 67, 31, 1e12, 0",
    "missing, 67, 31, 1, .2"
  })
  void theObjectiveIsThatOfTheFit(String kind, int rows, int cols, float factor, double missing) {
    Matrix x = SyntheticProblem.dense(rows, cols, 4, .3, 5).x();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        boolean isMissing = (i * 31 + j * 17) % 100 < 100 * missing;
        x.set(i, j, isMissing ? Float.NaN : x.get(i, j) * factor);
      }
    }
    LassoOptions options =
        LassoOptions.of(4).withMethod(Method.LASSO).withPenalty(new Penalty.Relative(.1));
    LassoResult result = fit(x, options);
    LassoResult relaxed = result.relaxed().orElseThrow();
    List<FitEvent> events = lassoEvents(result);
    double reported = events.get(events.size() - 1).objective();
    assertEquals(reported, objective(relaxed), 1e-5 * reported, kind);
    assertEquals(result.mu(), relaxed.mu());
    double byHand = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        double rest = x.get(i, j);
        for (int k : relaxed.z().columnsOf(i)) {
          rest -= relaxed.w().get(k, j);
        }
        byHand += Double.isNaN(rest) ? 0 : rest * rest / (2 * rows);
      }
    }
    for (int k = 0; k < relaxed.w().rows(); k++) {
      byHand += relaxed.mu() * relaxed.w().rowNorm(k);
    }
    assertEquals(byHand, objective(relaxed), 1e-5 * byHand, kind);
    assertEquals(relaxed.z().cols(), relaxed.toModel().manifest().features());
  }

  /** All 2^N atoms bound the objective from below, docs/lasso.md (20): the solution is near it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noAtomsHaveALowerObjective(long seed) {
    Matrix x = SyntheticProblem.dense(11, 6, 3, .3, seed).x();
    LassoResult relaxed =
        fit(
                x,
                LassoOptions.of(3)
                    .withMethod(Method.LASSO)
                    .withPenalty(new Penalty.Relative(.15))
                    .withSeed(seed))
            .relaxed()
            .orElseThrow();
    Dense a = GroupLasso.residual(x, relaxed.z(), relaxed.w());
    double largest = 0;
    for (int code = 1; code < 1 << x.rows(); code++) {
      double score = 0;
      for (int j = 0; j < x.cols(); j++) {
        double sum = 0;
        for (int i = 0; i < x.rows(); i++) {
          sum += (code >> i & 1) * a.get(i, j);
        }
        score += sum * sum;
      }
      largest = Math.max(largest, Math.sqrt(score));
    }
    double share = Math.min(1, relaxed.mu() * x.rows() / largest);
    double product = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        product += a.get(i, j) * x.get(i, j);
      }
    }
    double least = (share * product - share * share * a.squaredNorm() / 2) / x.rows();
    double objective = objective(relaxed);
    assertTrue(least <= objective * (1 + 1e-6), least + " is no bound of " + objective);
    assertTrue(objective <= least * 1.005, objective + " is above " + least);
  }

  /** After nine steps the published algorithm has read its atoms once: the K longest rows of Ŵ. */
  @Test
  void theResultIsItsLargestAtoms() {
    LassoResult result =
        fit(
            SyntheticProblem.dense(67, 31, 4, .4, 5).x(),
            LassoOptions.paper(4).withPenalty(new Penalty.Relative(.05)).withMaxSteps(9));
    LassoResult relaxed = result.relaxed().orElseThrow();
    assertTrue(relaxed.z().cols() > 4, () -> relaxed + " has no more than the result");
    List<BitVector> longest =
        IntStream.range(0, relaxed.z().cols())
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -relaxed.w().rowNorm(k)))
            .limit(4)
            .map(relaxed.z()::column)
            .toList();
    assertEquals(new HashSet<>(result.z().columns()), new HashSet<>(longest));
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"PATH", "BEST"})
  void otherMethodsHaveNone(Method method) {
    LassoOptions options = LassoOptions.of(4).withMethod(method);
    assertTrue(fit(SyntheticProblem.dense(67, 31, 4, .4, 5).x(), options).relaxed().isEmpty());
  }
}
