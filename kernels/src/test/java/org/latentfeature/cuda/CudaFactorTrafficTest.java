package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.software.SoftwareCounters;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.ibp.variational.VariationalEstimator;
import org.latentfeature.ibp.variational.VariationalOptions;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/** What the rounds of estimators of factorisations ask of a device. */
@Tag("whole")
@OnDevice
final class CudaFactorTrafficTest {

  private static final int N = 701;
  private static final int D = 70;
  private static final int K = 5;

  /** Two restarts, and two exchanges for each. */
  private static final int RUNS = 2 * 3;

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(N, D, K, .5, 4);

  private static final Matrix X = PROBLEM.x();

  @BeforeEach
  void onlyTheSoftwareDeviceCounts() {
    assumeFalse(TestedDevice.isReal(), "a real device does not count");
  }

  /**
   * Of variational inference: what a round more takes are M, E, log-odds and the order of features
   * in, and sums out.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void variationalRoundsCrossWithoutCodes(boolean infinite) {
    SoftwareCounters few = variational(infinite, 20);
    SoftwareCounters many = variational(infinite, 30);
    assertEquals(RUNS * 20, few.kernel("update_codes").launches());
    long all = many.kernel("update_codes").launches();
    assertTrue(all > RUNS * 25 && all <= RUNS * 30, all + " rounds");
    long rounds = all - RUNS * 20;
    long in = many.toDevice().bytes() - few.toDevice().bytes();
    long out = many.toHost().bytes() - few.toHost().bytes();
    long round = 4L * K * D + 8L * K * K + 8L * K;
    assertTrue(in >= rounds * round && in <= rounds * (round + 4L * K), in + " bytes in");
    assertEquals(rounds * (8L * K * (D + K) + 8), out);
    assertTrue(many.toDevice().bytes() < 4L * N * D + 4L * N * K + all * (round + 4L * K));
  }

  private static SoftwareCounters variational(boolean infinite, int rounds) {
    VariationalOptions options =
        VariationalOptions.of(K)
            .withRestarts(2)
            .withRounds(rounds)
            .withInfinite(infinite)
            .withRefine(false);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, X)) {
      SoftwareDevice.resetCounters();
      new FitRequest<>(new VariationalEstimator(), options).fit(data);
      return SoftwareDevice.counters();
    }
  }

  /**
   * Of BP-means, and of all refinement: a round more codes rows and sums them, and neither codes
   * nor errors come back.
   */
  @Test
  void roundsOfBpMeansReadRowsTwice() {
    Spent few = descent(6);
    Spent many = descent(7);
    assertEquals(1, many.passes("refine") - few.passes("refine"));
    assertEquals(1, many.passes("products") - few.passes("products"));
    assertEquals(0, many.passes("squared error") - few.passes("squared error"));
    assertEquals(4L * K * D + 8L * K * K, many.bytesIn() - few.bytesIn());
    assertEquals(8L * K * D + 4L * K * K + 8, many.bytesOut() - few.bytesOut());
  }

  /** Of rounds 1, 2, 4 and the last, whose codes come back as bits. */
  @Test
  void fewRoundsOfBpMeansAreEvaluated() {
    Spent spent = descent(7);
    assertEquals(7, spent.passes("refine"), "no round without a change");
    assertEquals(4, spent.passes("squared error"));
    long bits = 8L * K * ((N + 63) / 64);
    assertEquals(bits, spent.bytesIn() - (7 + 4) * 4L * K * D - 7 * 8L * K * K);
    long sums = 7 * (8L * K * D + 4L * K * K + 8);
    assertEquals(4 * bits, spent.bytesOut() - sums - 4 * 8);
  }

  /** What a descent of {@code rounds} rounds takes. */
  private static Spent descent(int rounds) {
    Factorisation.Limits steps = new Factorisation.Limits(K);
    Incidence.Limits codes = new Incidence.Limits(K);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, X)) {
      ResidentRows rows = data.rows(List.of(steps, codes), StopSignal.NEVER);
      try (Opened opened = new Opened(rows, StopSignal.NEVER)) {
        CodeRefinement refinement =
            new CodeRefinement(data, rows, opened.open(steps), opened.open(codes), found -> {});
        Factors start = refinement.fit(SyntheticProblem.dense(N, D, K, .5, 9).z());
        Counters before = rows.counters();
        refinement.descend(start, rounds);
        return new Spent(before, rows.counters());
      }
    }
  }

  /** Of cumulants: directions go in and sums come out of two readings of the whitened rows. */
  @ParameterizedTest
  @EnumSource(value = Contrast.Kind.class, names = "UNIT", mode = EnumSource.Mode.EXCLUDE)
  void roundsOfCumulantsReadRowsTwice(Contrast.Kind kind) {
    Contrast contrast = new Contrast(kind, 1);
    Projections.Limits limits = new Projections.Limits(K, 2 * K);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, X)) {
      ResidentRows rows = data.rows(List.of(limits), StopSignal.NEVER);
      try (Opened opened = new Opened(rows, StopSignal.NEVER)) {
        Projections projections = opened.open(limits);
        Counters before = rows.counters();
        Dense sums = projections.weigh(PROBLEM.w(), contrast);
        Spent spent = new Spent(before, rows.counters());
        assertEquals(contrast.weights(K), sums.rows());
        assertEquals(2, spent.passes("weigh"));
        assertEquals(4L * K * D, spent.bytesIn());
        assertEquals(4L * contrast.weights(K) * D, spent.bytesOut());
      }
    }
  }

  /** What rows took between two counts. */
  private record Spent(Counters before, Counters after) {

    long bytesIn() {
      return after.bytesIn() - before.bytesIn();
    }

    long bytesOut() {
      return after.bytesOut() - before.bytesOut();
    }

    long passes(String step) {
      return passes(after, step) - passes(before, step);
    }

    private static long passes(Counters counters, String name) {
      Counters.Step step = counters.steps().get(name);
      return step == null ? 0 : step.passes();
    }
  }
}
