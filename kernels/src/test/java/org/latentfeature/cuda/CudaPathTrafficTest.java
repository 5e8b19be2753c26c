package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.software.SoftwareCounters;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;

/** What crosses between host and device for paths, and what the search reads. */
@OnDevice
@Tag("whole")
final class CudaPathTrafficTest {

  private static final int N = 300;
  private static final int D = 45;
  private static final int K = 20;
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(N, D, K, .1, 3);

  @BeforeEach
  void onlyTheSoftwareDeviceCounts() {
    assumeFalse(TestedDevice.isReal(), "a real device does not count");
  }

  private static PathObjective objective(double transition) {
    Dense transitions = new Dense(K + 1, K);
    Arrays.fill(transitions.values(), transition);
    return new PathObjective(PROBLEM.w(), transitions, .01, .01, Gain.MARGINAL, 7);
  }

  private static Matrix data(boolean complete) {
    Matrix x = Matrix.allocate(N, D);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < D; j++) {
        x.set(i, j, complete || (i + j) % 9 > 0 ? PROBLEM.x().get(i, j) : Float.NaN);
      }
    }
    return x;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dataCrossOnceThenObjectivesAndPathsAlone(boolean complete) {
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT)) {
      SoftwareDevice.resetCounters();
      try (Steps steps = Steps.open(backend, data(complete), new PathCoder.Limits(K))) {
        steps.coder();
        SoftwareCounters opened = SoftwareDevice.counters();
        assertEquals(4L * N * D, opened.toDevice().bytes());
        assertEquals(complete ? 0 : 1, opened.kernel("mark_missing").launches());

        SoftwareDevice.resetCounters();
        Paths paths = steps.code(objective(-5));
        SoftwareCounters all = SoftwareDevice.counters();
        assertTrue(paths.visits() > N, "most rows have features");
        long objective = 4L * (K * D + (K + 1) * K + 2 * K);
        assertEquals(objective, all.toDevice().bytes());
        assertEquals(N + 2 * paths.visits(), all.toHost().bytes());
        assertEquals(0, all.kernel("gather_rows").launches(), "all rows are coded in place");
        assertEquals(0, all.pageableCopies(), "all copies are from and to pinned memory");
        assertEquals(2L * K * D * (N + K), all.cublasFlops());

        SoftwareDevice.resetCounters();
        int[] rows = {17, 3, 200, 17};
        Paths some = steps.code(objective(-5), rows);
        SoftwareCounters few = SoftwareDevice.counters();
        assertEquals(objective + 4L * rows.length, few.toDevice().bytes());
        assertEquals(rows.length + 2 * some.visits(), few.toHost().bytes());
        assertEquals(2L * K * D * (rows.length + K), few.cublasFlops());
      }
    }
  }

  /** A model and two paths a row go in; what is kept and sums come out, whatever the rows are. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void modelsAndPathsCrossAndSumsComeBack(boolean complete) {
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps steps = Steps.open(backend, data(complete), new PathCoder.Limits(K))) {
      Paths found = steps.code(objective(-5));
      Paths old = steps.code(objective(-9));
      int longest = IntStream.range(0, N).map(found::length).max().orElseThrow();
      PathModel model =
          new PathModel(PROBLEM.w(), new Dense(K + 1, K + 1), .01, .01, PathModel.Orders.ALL);
      SoftwareDevice.resetCounters();
      PathStatistics sums = steps.expectation(model, found, old).sums();
      SoftwareCounters spent = SoftwareDevice.counters();
      assertEquals(N, sums.rows());
      long states = (K + 1) * (K + 1);
      assertEquals(8 * (K * D + states) + 2 * N * (1 + 2L * longest), spent.toDevice().bytes());
      assertEquals(N + 8 * (K * D + K * K + states + 6), spent.toHost().bytes());
      assertEquals(0, spent.pageableCopies(), "all copies are from and to pinned memory");
      assertEquals(1, spent.kernel("weigh_paths").launches());

      SoftwareDevice.resetCounters();
      steps.better(model, new int[] {17, 3, 17}, part(found), null);
      assertEquals(8L * 3, SoftwareDevice.counters().toHost().bytes());
    }
  }

  private static Paths part(Paths paths) {
    Paths part = new Paths(3, paths.longest());
    part.set(0, paths, 17);
    part.set(1, paths, 3);
    part.set(2, paths, 17);
    return part;
  }

  /** Their projections, and of the objective the pivots and the transitions from the null state. */
  @Test
  void rowsWithoutAPathCostNoMoreThanTheirProjections() {
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps steps = Steps.open(backend, data(true), new PathCoder.Limits(K))) {
      steps.coder();
      SoftwareDevice.resetCounters();
      assertEquals(0, steps.code(objective(-1e30)).visits());
      SoftwareCounters.Kernel search = SoftwareDevice.counters().kernel("code_paths");
      assertEquals(4L * N * K + 8L * K + 4L * K, search.distinctRead());
      assertEquals(N, search.distinctWritten());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 400, 3000})
  void aCoderTakesWhatItIsSaidToNeed(int features) {
    assertTrue(TestedDevice.provider().probe().isAvailable());
    try (Context context = TestedDevice.context()) {
      Gpu gpu = new Gpu(4, 1 << 20, 1e11, 1e12, 64 << 10, 0);
      OpenDevice device = new OpenDevice(context, new Kernels(context), gpu);
      PathCoder.Limits limits = new PathCoder.Limits(features);
      CountedSteps.rows(device, data(false)).close(); // its kernels are loaded once
      long before = context.freeMemory();
      try (CudaRows rows = CountedSteps.rows(device, data(false));
          CudaPathCoder coder = new CudaPathCoder(rows, limits, StopSignal.NEVER)) {
        assertEquals(N, coder.rows());
        // The driver's rounding, of each of 31 arrays, is counted and not done here.
        Shape shape = new Shape(N, D);
        long spare =
            CudaRows.bytesNeeded(shape, gpu)
                + CudaPathCoder.bytesNeeded(shape, limits, gpu)
                - (before - context.freeMemory());
        assertTrue(spare >= 0 && spare < 31 * 512, spare + " bytes too many");
      }
    }
  }
}
