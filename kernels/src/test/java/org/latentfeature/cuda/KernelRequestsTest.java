package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.software.SoftwareCounters;
import org.latentfeature.cuda.software.SoftwareCounters.Request;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/**
 * How well the warps of each kernel read and write together: sectors of global memory, banks of
 * shared memory; and barriers in sequence. A failure lists the requests of each line.
 */
@Tag("whole")
@OnDevice
final class KernelRequestsTest {

  /** What a kernel is to use of the sectors that it takes. */
  private static final double SECTORS = .8;

  /**
   * Kernels that use less, with bounds just below what they use today: those that take single words
   * of many columns of bits or of many rows, single bytes, a row of p a thread, or entries of a few
   * features; or rows that begin and end in sectors that warps share; or a thread's doubles that
   * are written in halves. They may get better only.
   */
  private static final Map<String, Double> FEWER_SECTORS =
      Map.of(
          "descend_codes",
          .33,
          "draw_codes",
          .42,
          "search_codes",
          .19,
          "search_known",
          .25,
          "list_known",
          .71,
          "pack_paths",
          .22,
          "weigh_paths",
          .58,
          "sum_second_moments",
          .57,
          "multiply_twofold",
          .69,
          "sum_runs_narrow",
          .57);

  /**
   * Passes over the banks that conflicts add to one without; none in other kernels. In sums of
   * runs, where columns past the last are filled.
   */
  private static final Map<String, Double> CONFLICTS =
      Map.of("search_codes", .52, "step_in_sequence", .4, "sum_runs_narrow", .01);

  private static final int BLOCK = 64;

  /** Tiles of 8 of {@link #SWEPT} rows for each of the software device's 8 multiprocessors. */
  private static final int TILES = 20;

  /** Rows of fused sweeps. */
  private static final int SWEPT = 1280;

  /** Barriers that one block passes, most of them: two at a row in sequence, one a tile. */
  private static int mostBarriers(String kernel) {
    return kernel.equals("step_in_sequence")
        ? 2 * BLOCK + 1
        : kernel.matches("(sweep|flip)_(few|few_wide|many)(_bf16)?")
            ? TILES / (kernel.endsWith("_bf16") ? TileLayout.BFLOAT16.tiles : 1) + 1
            : kernel.startsWith("sweep_on")
                ? SWEEPS * (TILES + MOST_BARRIERS + 5)
                : kernel.matches("multiply_(square|low|narrow|double|twofold)")
                    ? 2 * PIECES
                    : MOST_BARRIERS;
  }

  private static final int SWEEPS = 2;

  /** Of 16 terms of a product: before each and after. */
  private static final int PIECES = 640 / 16;

  private static final int MOST_BARRIERS = 3;

  private static final int FEATURES = 20;

  @BeforeEach
  void onlyTheSoftwareDeviceCounts() {
    assumeFalse(TestedDevice.isReal(), "a real device does not count");
  }

  @ParameterizedTest
  @CsvSource({
    "640, 196, 8, false",
    "640, 196, 16, false",
    "701, 45, 5, false",
    "640, 196, 8, true",
    "640, 196, 16, true",
    "701, 45, 5, true"
  })
  void aFitsKernelsUseTheSectorsThatTheyTake(int rows, int cols, int rank, boolean sequential) {
    SyntheticProblem p = SyntheticProblem.dense(rows, cols, FEATURES, .1, 1);
    AtomSearch.Limits limits = new AtomSearch.Limits(FEATURES + 10, rank, 8, 64);
    int block = sequential ? BLOCK : 1024;
    try (Backend backend = TestedDevice.inBlocks(block, sequential).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), limits)) {
      SoftwareCounters spent = counted(() -> runEveryStep(opened, p, rank));
      assertTrue(spent.kernels().size() > 15, spent.kernels().keySet()::toString);
      assertWithin(spent);
    }
  }

  /** Rows of whole sectors; others begin and end in one that two warps share. */
  @ParameterizedTest
  @CsvSource({
    "1280, 200, 8, false, SINGLE",
    "1280, 320, 16, false, SINGLE",
    "1280, 784, 16, false, SINGLE",
    "700, 1000, 8, false, SINGLE",
    "320, 200, 8, true, SINGLE",
    "320, 320, 16, true, SINGLE",
    "200, 1000, 8, true, SINGLE",
    "1280, 200, 8, false, BF16",
    "1280, 784, 16, false, BF16",
    "700, 1001, 8, false, BF16"
  })
  void soDoThoseOfFusedSweeps(
      int rows, int cols, int rank, boolean persistent, Precision precision) {
    boolean rounded = precision == Precision.BF16;
    TileLayout layout = rounded ? TileLayout.BFLOAT16 : TileLayout.SINGLE;
    String runs = "sum_runs_narrow" + (rounded ? "_bf16" : "");
    SyntheticProblem p = SyntheticProblem.dense(rows, cols, FEATURES, .1, 1);
    AtomSearch.Limits limits = new AtomSearch.Limits(FEATURES, rank, 8, 64);
    try (Backend backend =
            TestedDevice.inPhases(layout, SWEPT, persistent).open(new Resources(0, 0, precision));
        Steps opened = Steps.open(backend, p.x(), limits)) {
      opened.search();
      SoftwareCounters spent =
          counted(
              () -> {
                opened.sweep(rank, 1e-12, SWEEPS, 1);
                opened.round(64, 8, 2, 2);
              });
      assertTrue(
          spent.kernels().keySet().containsAll(Set.of("add_changes", "list_best", "add_runs")),
          spent.kernels()::toString);
      assertWithin(spent);
      assertTrue(spent.sectorsUsed(runs) >= SECTORS);
    }
  }

  private static void runEveryStep(Steps opened, SyntheticProblem p, int rank) {
    opened.replace(p.z());
    opened.residual(p.w());
    opened.sweep(rank, 1e-12, 2, 1);
    opened.append(opened.round(64, 8, 2, 2).stream().map(ScoredAtom::z).toList());
    opened.products(FEATURES);
    opened.retain(IntStream.range(0, FEATURES).toArray());
    opened.squaredError(p.w());
    opened.refine(p.w(), 0);
    opened.refine(p.w(), FEATURES);
  }

  @Test
  void soDoThoseOfRowsWithMissingEntries() {
    SyntheticProblem p = SyntheticProblem.dense(256, 196, FEATURES, .1, 1);
    Matrix x = Matrix.allocate(256, 196);
    for (int i = 0; i < 256; i++) {
      for (int j = 0; j < 196; j++) {
        boolean missing = CounterRandom.uniform(1, i, j) < .3;
        x.set(i, j, missing ? Float.NaN : p.x().get(i, j));
      }
    }
    AtomSearch.Limits limits = new AtomSearch.Limits(FEATURES, 8, 8, 64);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, limits)) {
      opened.replace(p.z());
      TestedDevice.synchronise(); // not what loading takes
      int[] columns = IntStream.range(0, 196).toArray();
      SoftwareCounters spent =
          counted(
              () -> {
                opened.squaredError(p.w());
                opened.factorisation().columnGrams(opened.z(), columns);
                opened.refine(p.w(), 0);
                opened.refine(p.w(), FEATURES);
              });
      assertTrue(spent.kernels().containsKey("descend_known"), spent.kernels()::toString);
      assertWithin(spent);
    }
  }

  @Test
  void soDoThoseOfSoftCodes() {
    SyntheticProblem p = SyntheticProblem.dense(640, 196, FEATURES, .1, 1);
    Dense second = p.w().timesTransposed(p.w());
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new AtomSearch.Limits(FEATURES, 8, 8, 64))) {
      opened.soft().draw(FEATURES, 1);
      TestedDevice.synchronise();
      assertWithin(
          counted(
              () -> {
                opened.soft().update(p.w(), second, new double[FEATURES], .1);
                opened.soft().sums();
                opened.soft().retain(IntStream.range(0, FEATURES).toArray());
              }));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void soDoThoseOfDrawnBits(boolean missing) {
    SyntheticProblem p = SyntheticProblem.dense(256, 196, FEATURES, .1, 1);
    Matrix x = Matrix.allocate(256, 196);
    for (int i = 0; i < 256; i++) {
      for (int j = 0; j < 196; j++) {
        boolean gone = missing && CounterRandom.uniform(1, i, j) < .3;
        x.set(i, j, gone ? Float.NaN : p.x().get(i, j));
      }
    }
    BitDraws draws = new BitDraws(new double[FEATURES], .1, .1, 7);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new Factorisation.Limits(FEATURES))) {
      opened.replace(p.z());
      opened.factorisation();
      TestedDevice.synchronise();
      SoftwareCounters spent = counted(() -> opened.factorisation().draw(opened.z(), p.w(), draws));
      String drawn = missing ? "draw_known" : "draw_codes";
      assertTrue(spent.kernels().containsKey(drawn), spent.kernels()::toString);
      assertWithin(spent);
    }
  }

  /** Of a search for columns in a subspace, with the project's own products as with cuBLAS's. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void soDoThoseOfMomentsAndProjections(boolean cublas) {
    SyntheticProblem p = SyntheticProblem.dense(640, 64, FEATURES, .1, 1);
    Dense directions = p.w();
    BackendProvider provider = cublas ? TestedDevice.provider() : TestedDevice.withoutCublas();
    try (Backend backend = provider.open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new Factorisation.Limits(FEATURES))) {
      opened.projections();
      opened.moments();
      TestedDevice.synchronise();
      SoftwareCounters spent =
          counted(
              () -> {
                opened.columnGram();
                opened.rowGram();
                opened.projections().project(directions);
                opened.projections().weigh(directions, Contrast.unit(4));
                opened.projections().weigh(directions, Contrast.CUBE);
              });
      assertTrue(spent.kernels().containsKey("apply_contrast"), spent.kernels()::toString);
      assertEquals(
          !cublas,
          spent.kernels().keySet().stream()
              .anyMatch(k -> k.matches("multiply_(square|low|narrow)")),
          "own products");
      assertWithin(spent);
    }
  }

  @Test
  void soDoThoseOfPaths() {
    SyntheticProblem p = SyntheticProblem.dense(300, 64, FEATURES, .1, 1);
    Dense transitions = new Dense(FEATURES + 1, FEATURES);
    Arrays.fill(transitions.values(), 1e6);
    PathObjective objective = new PathObjective(p.w(), transitions, 1, 1, Gain.MARGINAL, 5);
    Dense expectations = new Dense(FEATURES + 1, FEATURES + 1);
    PathModel model = new PathModel(p.w(), expectations, 1, 1, PathModel.Orders.ALL);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new PathCoder.Limits(FEATURES))) {
      assertWithin(
          counted(
              () -> {
                Paths paths = opened.code(objective);
                opened.code(objective, new int[] {17, 3, 200, 17});
                opened.expectation(model, paths, null);
              }));
    }
  }

  private static SoftwareCounters counted(Runnable work) {
    SoftwareDevice.resetCounters();
    SoftwareDevice.countingRequests(work);
    return SoftwareDevice.counters();
  }

  private static void assertWithin(SoftwareCounters spent) {
    for (String kernel : spent.kernels().keySet()) {
      double used = spent.sectorsUsed(kernel);
      double conflicts = spent.conflicts(kernel);
      long barriers = spent.kernel(kernel).barriers();
      Supplier<String> figures =
          () ->
              "%s uses %.3f of its sectors, conflicts add %.3f, %d barriers; by line: %s"
                  .formatted(kernel, used, conflicts, barriers, lines(spent, kernel));
      assertTrue(used >= FEWER_SECTORS.getOrDefault(kernel, SECTORS), figures);
      assertTrue(conflicts <= CONFLICTS.getOrDefault(kernel, 0.), figures);
      assertTrue(barriers <= mostBarriers(kernel), figures);
    }
  }

  private static List<Request> lines(SoftwareCounters spent, String kernel) {
    return spent.requests().stream().filter(r -> r.kernel().equals(kernel)).toList();
  }
}
