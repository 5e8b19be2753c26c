package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.FitRows;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.lasso.LassoOptions.Corrective;

/** The greedy outer loop under a given penalty. */
public abstract class ConvexFitContract extends LassoContract {

  private static final SyntheticProblem SMALL = SyntheticProblem.dense(67, 31, 4, .1, 5);

  /** Rounding of an objective that is a difference of larger sums. */
  private static final double ROUNDING = 1e-6;

  /** See {@link LassoContract}. */
  protected ConvexFitContract(BackendProvider provider) {
    super(provider);
  }

  private static LassoOptions options(Penalty penalty) {
    return LassoOptions.of(4).withMethod(Method.LASSO).withPenalty(penalty);
  }

  @ParameterizedTest
  @EnumSource
  void theObjectiveNeverRises(Corrective corrective) {
    LassoResult result =
        fit(SMALL.x(), options(new Penalty.Relative(.1)).withCorrective(corrective));
    List<FitEvent> events = lassoEvents(result);
    assertTrue(events.size() >= 3, () -> events.size() + " steps show little");
    for (int i = 1; i < events.size(); i++) {
      double before = events.get(i - 1).objective();
      double after = events.get(i).objective();
      assertTrue(after <= before * (1 + ROUNDING), i + ": " + before + " rose to " + after);
      assertEquals(i + 1, events.get(i).step());
    }
    assertEquals(Ending.CONVERGED, result.ended());
  }

  /**
   * The stopping rule is about atoms; the bound is their relaxation's, so it ends above 1 by the
   * relaxation's gap: at most √(5/3) by Nesterov's theorem, here below 1.1.
   */
  @ParameterizedTest
  @ValueSource(doubles = {.5, .2, .1})
  void atTheEndTheBoundIsAboutOne(double share) {
    List<FitEvent> events = lassoEvents(fit(SMALL.x(), options(new Penalty.Relative(share))));
    assertTrue(bound(events.get(0)) > 1.2, "an empty fit is far from optimal");
    double last = bound(events.get(events.size() - 1));
    assertTrue(last < 1.1, () -> "ends at " + last);
  }

  /** All 2^N atoms: none is left that could enter, and the objective is that of the atoms in it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theEndIsOptimalAmongAllAtoms(long seed) {
    Matrix x = SyntheticProblem.dense(11, 6, 3, .3, seed).x();
    FitMonitor monitor = new FitMonitor(FitListener.SILENT, null);
    LassoOptions options = LassoOptions.of(3);
    try (LoadedData loaded = new LoadedData(backend, x);
        LassoSteps s = steps(loaded)) {
      GreedyAtom search = new GreedyAtom(s::search, options.search(), options.seed(), monitor);
      FitRows data = PreparedData.of(loaded, StopSignal.NEVER).rows();
      double mu = PenaltySequence.of(new Penalty.Relative(.15), s, search, 3, data)[0];
      ConvexFit fit = new ConvexFit(s, backend.algebra(), options, monitor, search, data, 100);
      assertTrue(fit.run(mu, 200, () -> false));
      BinaryMatrix z = fit.best(fit.size());
      assertEquals(fit.size(), z.cols());
      assertEquals(fit.size(), new HashSet<>(z.columns()).size(), "an atom twice");

      Dense v = GroupLasso.solve(x, z, mu);
      Dense a = GroupLasso.residual(x, z, v);
      double objective = a.squaredNorm() / (2 * x.rows());
      for (int k = 0; k < z.cols(); k++) {
        objective += mu * v.rowNorm(k);
      }
      List<FitEvent> trace = monitor.trace();
      assertEquals(objective, trace.get(trace.size() - 1).objective(), 1e-5 * objective);
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
        largest = Math.max(largest, score);
      }
      double threshold = mu * x.rows();
      // An atom enters from 1.001 times the threshold on, if the search finds it: with all atoms
      // in the fit as good as each other, the one that is better by 0.25 % can escape it.
      assertEquals(threshold, Math.sqrt(largest), 5e-3 * threshold);
    }
  }

  @Test
  void lambdaAndTauActThroughTheirProduct() {
    double lambda = .8;
    double tau = .25;
    double mu = Math.sqrt(2 * lambda * tau);
    List<FitEvent> pair = lassoEvents(fit(SMALL.x(), options(new Penalty.LambdaTau(lambda, tau))));
    LassoResult one = fit(SMALL.x(), options(new Penalty.Absolute(mu)));
    assertEquals(mu, one.mu(), 1e-12);
    assertTrue(pair.size() >= 2, "something entered");
    assertEquals(withoutTimes(lassoEvents(one)), withoutTimes(pair));
  }

  private static List<List<Number>> withoutTimes(List<FitEvent> events) {
    return events.stream()
        .map(e -> List.<Number>of(e.step(), e.features(), e.objective(), bound(e), e.rmse()))
        .toList();
  }

  @Test
  void theLargestUsefulPenaltyKeepsEveryAtomOut() {
    for (FitEvent e : lassoEvents(fit(SMALL.x(), options(new Penalty.Relative(1))))) {
      assertEquals(0, e.features());
    }
    assertTrue(
        lassoEvents(fit(SMALL.x(), options(new Penalty.Relative(.99)))).stream()
            .anyMatch(e -> e.features() > 0));
  }

  @Test
  void penaltiesAreFiniteAndNotNegative() {
    assertThrows(IllegalArgumentException.class, () -> new Penalty.Absolute(-1));
    assertThrows(IllegalArgumentException.class, () -> new Penalty.Absolute(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new Penalty.LambdaTau(1, -1));
    assertThrows(IllegalArgumentException.class, () -> new Penalty.LambdaTau(-1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new Penalty.Relative(Double.POSITIVE_INFINITY));
  }

  /** Going on from the atoms of a larger penalty ends where a start from nothing ends. */
  @Test
  void warmStartsEndAtTheSameObjective() {
    double[] ends = new double[2];
    for (int warm = 0; warm < 2; warm++) {
      FitMonitor monitor = new FitMonitor(FitListener.SILENT, null);
      LassoOptions options = LassoOptions.of(4);
      try (LoadedData loaded = new LoadedData(backend, SMALL.x());
          LassoSteps s = steps(loaded)) {
        GreedyAtom search = new GreedyAtom(s::search, options.search(), options.seed(), monitor);
        PreparedData data = PreparedData.of(loaded, StopSignal.NEVER);
        ConvexFit fit =
            new ConvexFit(s, backend.algebra(), options, monitor, search, data.rows(), 100);
        if (warm == 1) {
          assertTrue(fit.run(1, 100, () -> false));
        }
        assertTrue(fit.run(.4, 100, () -> false));
        assertFalse(fit.isFull());
        assertEquals(fit.size(), new HashSet<>(fit.best(fit.size()).columns()).size());
        ends[warm] = monitor.trace().get(monitor.trace().size() - 1).objective();
      }
    }
    assertEquals(ends[0], ends[1], 1e-3 * ends[0]);
  }

  private static double bound(FitEvent event) {
    return Objects.requireNonNull(event.figures().get(LassoStages.BOUND));
  }
}
