package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.cuda.software.SoftwareCounters;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.factor.CodeRefinement;
import org.latentfeature.factor.Factors;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.method.VariationalEstimator;
import org.latentfeature.method.VariationalOptions;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/** What the rounds of estimators of factorisations ask of a device. */
@OnDevice
final class CudaFactorTrafficTest {

  private static final int N = 701;
  private static final int D = 70;
  private static final int K = 5;

  /** Two restarts, and two exchanges for each. */
  private static final int RUNS = 2 * 3;

  private static final Matrix X = SyntheticProblem.dense(N, D, K, .5, 4).x();

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
      new VariationalEstimator().fit(data, options, FitListener.SILENT);
      return SoftwareDevice.counters();
    }
  }

  /**
   * Of BP-means, and of all refinement: codes, dictionary and error read X once each, and the codes
   * of a result come back as bits.
   */
  @Test
  void roundsOfBpMeansReadRowsThreeTimes() {
    Factorisation.Limits steps = new Factorisation.Limits(K);
    Incidence.Limits codes = new Incidence.Limits(K);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, X)) {
      ResidentRows rows = data.rows(List.of(steps, codes), StopSignal.NEVER);
      try (Opened opened = new Opened(rows, StopSignal.NEVER)) {
        CodeRefinement refinement =
            new CodeRefinement(data, rows, opened.open(steps), opened.open(codes), found -> {});
        Factors start = refinement.fit(SyntheticProblem.dense(N, D, K, .5, 9).z());
        refinement.resident(start);
        Counters before = rows.counters();
        refinement.descend(start, 1);
        Counters after = rows.counters();
        for (String step : List.of("refine", "products", "squared error")) {
          assertEquals(1, passes(after.steps(), step) - passes(before.steps(), step), step);
        }
        assertEquals(bits(), after.bytesIn() - before.bytesIn() - 2 * 4L * K * D - 8L * K * K);
        long out = after.bytesOut() - before.bytesOut();
        assertTrue(out < bits() + 8L * K * D + 4096, out + " bytes out");
      }
    }
  }

  private static long bits() {
    return 8L * K * ((N + 63) / 64);
  }

  private static long passes(Map<String, Counters.Step> steps, String name) {
    Counters.Step step = steps.get(name);
    return step == null ? 0 : step.passes();
  }
}
