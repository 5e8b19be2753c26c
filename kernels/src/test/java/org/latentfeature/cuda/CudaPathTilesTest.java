package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.PathCoder.Expectation;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/** Neither tiles of rows nor the place of a search's numbers make a difference to any path. */
@Tag("whole")
@OnDevice
final class CudaPathTilesTest {

  private static final int N = 150;
  private static final int D = 35;
  private static final int K = 43;
  private static final int LONGEST = 9;

  /** Enough for everything. */
  private static final int LARGE = 64 << 10;

  @ParameterizedTest
  @CsvSource({"1, 0", "7, 0", "149, 0", "150, 0", "7, .1", "64, .1", "150, .1"})
  void tilesDoNotShow(int tile, double missing) {
    Matrix x = data(missing);
    // Runs of rows, which are coded in place, between others.
    int[] rows = IntStream.range(0, 400).map(i -> i % 40 < 20 ? 100 + i % 40 : i * i % N).toArray();
    try (Context context = context()) {
      assertSame(code(context, x, rows, 400, gpu(LARGE)), code(context, x, rows, tile, gpu(LARGE)));
      int[] all = IntStream.range(0, N).toArray();
      assertSame(code(context, x, all, N, gpu(LARGE)), code(context, x, all, tile, gpu(LARGE)));
    }
  }

  /** Fewer warps than rows have scratch memory here, too. */
  @ParameterizedTest
  @CsvSource({"1, 0", "7, .1", "149, .1", "150, 0"})
  void norDoTheyInExpectations(int tile, double missing) {
    assertTrue(new PosteriorShape(LONGEST).scratch(N, gpu(LARGE)) < 20 * 8000, "few warps");
    Matrix x = data(missing);
    int[] rows = IntStream.range(0, N).map(i -> i % 40 < 20 ? i : i * i % N).toArray();
    PathObjective objective = objective(dictionary(), LONGEST);
    PathModel model =
        new PathModel(dictionary(), new Dense(K + 1, K + 1), 2, .5, PathModel.Orders.ALL);
    try (Context context = context();
        CudaRows loaded = rows(context, x, gpu(LARGE));
        CudaPathCoder whole = coder(loaded, K, N);
        CudaPathCoder tiled = coder(loaded, K, tile)) {
      Paths found = whole.code(objective, rows);
      Paths old = whole.code(objective(dictionary(), 3), rows);
      WeighedPaths expected = whole.better(model, rows, found, old);
      WeighedPaths better = tiled.better(model, rows, found, old);
      assertSame(expected.paths(), better.paths());
      PathStatistics sums = whole.expectation(model, rows, found, old).sums();
      Expectation parts = tiled.expectation(model, rows, found, old);
      assertSame(expected.paths(), parts.paths());
      for (int i = 0; i < N; i++) {
        assertEquals(expected.worth(i), better.worth(i), "row " + i);
      }
      assertEquals(sums.worth(), parts.sums().worth(), 1e-9 * Math.abs(sums.worth()));
      assertEquals(N, parts.sums().rows());
      assertClose(sums.cross(), parts.sums().cross());
      assertClose(sums.moments(), parts.sums().moments());
      assertClose(sums.transitions(), parts.sums().transitions());
    }
  }

  private static void assertClose(Dense expected, Dense found) {
    assertArrayEquals(expected.values(), found.values(), 1e-9 * expected.squaredNorm());
  }

  /** With all in shared memory, the state alone, and nothing; more rows than warps get scratch. */
  @ParameterizedTest
  @CsvSource({"32768, true, false", "8000, false, false"})
  void sharedAndScratchMemoryServeAlike(int sharedBytes, boolean state, boolean factor) {
    assertEquals(new PathShape(K, LONGEST, true, true), PathShape.of(K, LONGEST, LARGE));
    PathShape shape = PathShape.of(K, LONGEST, sharedBytes);
    assertEquals(new PathShape(K, LONGEST, state, factor), shape);
    assertTrue(shape.blocks(N, PathShape.scratch(N, K, gpu(sharedBytes))) * 8 < N);
    int[] all = IntStream.range(0, N).toArray();
    Matrix x = data(.1);
    try (Context context = context()) {
      Paths expected = code(context, x, all, N, gpu(LARGE));
      assertTrue(IntStream.range(0, N).anyMatch(i -> expected.length(i) > 3), "long paths");
      assertSame(expected, code(context, x, all, N, gpu(sharedBytes)));
    }
  }

  /** Each feature twice: of both, which gain alike, the first. */
  @Test
  void ofEqualGainsTheLowerFeatureIsTaken() {
    Dense w = dictionary();
    PathObjective twice = objective(w.appendRows(w), 1);
    try (Context context = context();
        CudaRows rows = rows(context, data(0), gpu(LARGE));
        CudaPathCoder coder = coder(rows, 2 * K, N)) {
      Paths paths = coder.code(twice);
      assertTrue(paths.visits() > N / 2);
      for (int i = 0; i < N; i++) {
        assertTrue(paths.length(i) == 0 || paths.feature(i, 0) < K, "row " + i);
      }
    }
  }

  private static Context context() {
    assertTrue(TestedDevice.provider().probe().isAvailable());
    return TestedDevice.context();
  }

  private static Gpu gpu(int sharedBytes) {
    return new Gpu(1, 1, 1, 1, sharedBytes, 0);
  }

  private static CudaRows rows(Context context, Matrix x, Gpu gpu) {
    return CountedSteps.rows(new OpenDevice(context, new Kernels(context), gpu), x);
  }

  private static CudaPathCoder coder(CudaRows rows, int most, int tile) {
    return new CudaPathCoder(rows, new PathCoder.Limits(most), StopSignal.NEVER, tile);
  }

  private static Paths code(Context context, Matrix x, int[] rows, int tile, Gpu gpu) {
    try (CudaRows loaded = rows(context, x, gpu);
        CudaPathCoder coder = coder(loaded, K, tile)) {
      return coder.code(objective(dictionary(), LONGEST), rows);
    }
  }

  private static void assertSame(Paths expected, Paths found) {
    assertEquals(expected.count(), found.count());
    for (int i = 0; i < expected.count(); i++) {
      assertTrue(expected.same(i, found, i), "path " + i);
    }
  }

  /** Small whole numbers: products are exact, in whatever order a device adds. */
  private static double whole(int seed, int i, int j) {
    return (int) (7 * CounterRandom.uniform(seed, i, j)) - 3;
  }

  private static Dense dictionary() {
    Dense w = new Dense(K, D);
    for (int j = 0; j < K; j++) {
      for (int d = 0; d < D; d++) {
        w.set(j, d, whole(1, j, d));
      }
    }
    return w;
  }

  private static Matrix data(double missing) {
    Dense w = dictionary();
    Matrix x = Matrix.allocate(N, D);
    for (int i = 0; i < N; i++) {
      for (int d = 0; d < D; d++) {
        double sum = whole(2, i, d);
        for (int m = 0; m < i % 5; m++) {
          sum += w.get((int) (CounterRandom.uniform(3, i, m) * K), d);
        }
        boolean known = d == 0 || CounterRandom.uniform(4, i, d) >= missing;
        x.set(i, d, known ? (float) sum : Float.NaN);
      }
    }
    return x;
  }

  private static PathObjective objective(Dense w, int longest) {
    int k = w.rows();
    Dense transitions = new Dense(k + 1, k);
    for (int l = 0; l <= k; l++) {
      for (int j = 0; j < k; j++) {
        transitions.set(l, j, -3 + whole(5, l % K, j % K));
      }
    }
    return new PathObjective(w, transitions, 2, .5, Gain.MARGINAL, longest);
  }
}
