package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
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
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;

/** The objectives of the first sweeps, step for step those of plain loops over the rows. */
@Tag("whole")
@OnDevice
final class CudaSweepsTest {

  private static final int SWEEPS = 3;
  private static final long SEED = 5;

  private static final double SINGLE = 2e-5;
  private static final double TF32 = 2e-4;

  private static final Resources BF16 = new Resources(1, 0, Precision.BF16);

  @ParameterizedTest
  @CsvSource({
    "50, 9, 3, true",
    "150, 9, 3, true",
    "150, 9, 40, true",
    "50, 9, 3, false",
    "150, 9, 40, false"
  })
  void sweepsAreThoseOfPlainLoops(int rows, int cols, int rank, boolean sequential) {
    assertPlain(
        TestedDevice.inBlocks(64, sequential),
        Resources.DEFAULT,
        rows,
        cols,
        rank,
        sequential,
        SINGLE);
  }

  /**
   * Tiles and words that are not full, few and many columns and entries, rows that no float4
   * begins.
   */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({
    "50, 9, 3",
    "150, 196, 8",
    "151, 320, 16",
    "64, 321, 9",
    "333, 45, 1",
    "70, 512, 7",
    "70, 513, 8",
    "203, 784, 16",
    "7, 1024, 16",
    "130, 1023, 13",
    "66, 1920, 8",
    "66, 1601, 2"
  })
  void soAreThoseThatReadTheResidualOnce(int rows, int cols, int rank) {
    Resources rounded = new Resources(1, 0, Precision.TF32);
    assertPlain(TestedDevice.inPhases(64), Resources.DEFAULT, rows, cols, rank, false, SINGLE);
    assertPlain(TestedDevice.inPhases(64), rounded, rows, cols, rank, false, TF32);
    assertPlain(
        TestedDevice.inPhases(TileLayout.BFLOAT16, 64, false),
        BF16,
        rows,
        cols,
        rank,
        false,
        SINGLE);
  }

  /** Words and tiles that are not full, a last phase of fewer tiles, each kind of kernel. */
  @ParameterizedTest
  @CsvSource({
    "50, 9, 3",
    "150, 196, 8",
    "130, 512, 7",
    "333, 45, 1",
    "66, 513, 8",
    "140, 203, 16",
    "7, 1024, 13"
  })
  void soAreThoseOfOneLaunch(int rows, int cols, int rank) {
    BackendProvider persistent = TestedDevice.inPhases(64, true);
    assertPlain(persistent, Resources.DEFAULT, rows, cols, rank, false, SINGLE);
    assertPlain(persistent, new Resources(1, 0, Precision.TF32), rows, cols, rank, false, TF32);
  }

  /** As where another process has a share of the multiprocessors. */
  @Test
  void whereNotAllBlocksAreHeldEachPhaseIsLaunched() {
    assumeFalse(TestedDevice.isReal(), "a real device holds them");
    SoftwareDevice.failures("cuLaunchCooperativeKernel=720");
    try {
      SoftwareDevice.resetCounters();
      assertPlain(TestedDevice.inPhases(64, true), Resources.DEFAULT, 150, 45, 5, false, SINGLE);
      Set<String> kernels = SoftwareDevice.counters().kernels().keySet();
      assertTrue(kernels.contains("sweep_few"), kernels::toString);
      assertFalse(kernels.contains("sweep_on_few"), kernels::toString);
    } finally {
      SoftwareDevice.failures("");
    }
  }

  /** As many tiles at once as a GPU has room for, and fewer blocks than tiles. */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2", "4, 1"})
  void soAreThoseOfAnyNumberOfStages(int stages, int blocks) {
    Shape shape = new Shape(150, 45);
    FusedShape usual = TestedDevice.fused(TileLayout.SINGLE, shape, 5);
    FusedShape fused = new FusedShape(usual.layout(), usual.kind(), blocks, usual.pitch(), stages);
    SweepBlocks phases = new SweepBlocks(shape.rows(), 64, false);
    for (boolean persistent : new boolean[] {false, true}) {
      BackendProvider provider =
          TestedDevice.planned(new SweepPlan(phases, fused, phases, persistent));
      assertPlain(provider, Resources.DEFAULT, shape.rows(), shape.cols(), 5, false, SINGLE);
    }
  }

  /** The same of rounded tiles. */
  @ParameterizedTest
  @CsvSource({"2, 1", "3, 2", "4, 1"})
  void soAreRoundedOnes(int stages, int blocks) {
    Shape shape = new Shape(150, 45);
    TileLayout layout = TileLayout.BFLOAT16;
    FusedShape usual = TestedDevice.fused(layout, shape, 5);
    FusedShape fused = new FusedShape(layout, usual.kind(), blocks, usual.pitch(), stages);
    SweepBlocks phases = new SweepBlocks(shape.rows(), 64, false);
    BackendProvider provider = TestedDevice.planned(new SweepPlan(phases, fused, phases, false));
    assertPlain(provider, BF16, shape.rows(), shape.cols(), 5, false, SINGLE);
  }

  /** The device ends them itself, in the middle of a group of sweeps and at its end. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noMoreAreDoneThanTheToleranceAsksFor(boolean persistent) {
    Matrix x = Matrix.allocate(200, 30);
    for (int i = 0; i < 200; i++) {
      for (int j = 0; j < 30; j++) {
        x.set(i, j, (float) CounterRandom.normal(SEED, i, j));
      }
    }
    try (Backend backend = TestedDevice.inPhases(64, persistent).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 4, 1, 1))) {
      List<Double> all = opened.sweep(4, -1, 12, SEED).objectives();
      assertEquals(12, all.size());
      // The first group is of two sweeps, those after it of four.
      for (int asked = 2; asked <= 11; asked++) {
        double tolerance = 1.000001 * gain(all, asked);
        assertTrue(tolerance < gain(all, asked - 1), "gains fall: " + all);
        assertEquals(all.subList(0, asked), opened.sweep(4, tolerance, 12, SEED).objectives());
      }
    }
  }

  /** More than one launch does: the second goes on where the first has ended. */
  @Test
  void sweepsOfSeveralLaunchesAreThoseOfOneForEachPhase() {
    Matrix x = Matrix.allocate(70, 9);
    for (int i = 0; i < 70; i++) {
      for (int j = 0; j < 9; j++) {
        x.set(i, j, (float) CounterRandom.normal(SEED, i, j));
      }
    }
    int sweeps = SweepGroups.PERSISTENT + 6;
    List<Double> launched = sweeps(x, false, sweeps);
    List<Double> persistent = sweeps(x, true, sweeps);
    assertEquals(sweeps, persistent.size());
    for (int s = 0; s < sweeps; s++) {
      assertEquals(launched.get(s), persistent.get(s), 1e-5 * launched.get(s), "sweep " + s);
    }
  }

  private static List<Double> sweeps(Matrix x, boolean persistent, int number) {
    try (Backend backend = TestedDevice.inPhases(64, persistent).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 4, 1, 1))) {
      return opened.sweep(4, -1, number, SEED).objectives();
    }
  }

  /** Of sweep {@code number}, from 1 on, as a share of the objective. */
  private static double gain(List<Double> objectives, int number) {
    double objective = objectives.get(number - 1);
    return (objective - (number == 1 ? 0 : objectives.get(number - 2))) / objective;
  }

  /** Sums that overflow are told, not lost. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void objectivesThatAreNoNumbersAreGivenAsTheyAre(boolean persistent) {
    Matrix x = Matrix.allocate(40, 5);
    for (int i = 0; i < 40; i++) {
      x.setRow(i, new float[] {0x1p63f, 0x1p63f, -0x1p64f, 0x1p62f, 0x1p63f});
    }
    try (Backend backend = TestedDevice.inPhases(64, persistent).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 4, 1, 1))) {
      List<Double> objectives = opened.sweep(4, .1, 3, SEED).objectives();
      assertEquals(3, objectives.size());
      assertFalse(Double.isFinite(objectives.get(2)), objectives::toString);
    }
  }

  /** Squares of S A overflow single precision, or vanish in it. */
  @ParameterizedTest
  @ValueSource(doubles = {1e16, 1e-12})
  void norLargeAndSmallDataChangeThem(double scale) {
    assertPlain(TestedDevice.inPhases(64), Resources.DEFAULT, 150, 45, 5, false, SINGLE, scale);
    assertPlain(
        TestedDevice.inPhases(TileLayout.BFLOAT16, 64, false),
        BF16,
        150,
        45,
        5,
        false,
        SINGLE,
        scale);
  }

  private static void assertPlain(
      BackendProvider provider,
      Resources resources,
      int rows,
      int cols,
      int rank,
      boolean sequential,
      double tolerance) {
    assertPlain(provider, resources, rows, cols, rank, sequential, tolerance, 1);
  }

  private static void assertPlain(
      BackendProvider provider,
      Resources resources,
      int rows,
      int cols,
      int rank,
      boolean sequential,
      double tolerance,
      double scale) {
    double[][] a = new double[rows + 1][cols];
    Matrix x = Matrix.allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        float entry = (float) (scale * CounterRandom.normal(SEED, i, j) * (1 + i % 4));
        a[rows][j] += entry;
        x.set(i, j, entry);
        a[i][j] = resources.precision() == Precision.BF16 ? Bfloat16.round(entry) : entry;
      }
    }
    double[] expected = new PlainSweeps(a, rank).objectives(sequential);
    try (Backend backend = provider.open(resources);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, rank, 1, 1))) {
      List<Double> objectives = opened.sweep(rank, 0, SWEEPS, SEED).objectives();
      assertEquals(SWEEPS, objectives.size());
      for (int s = 0; s < SWEEPS; s++) {
        assertEquals(expected[s], objectives.get(s), tolerance * expected[s], "sweep " + s);
      }
    }
  }

  /** Blocks of 64 rows in random order after the dummy, which is row N here as on the device. */
  private static final class PlainSweeps {

    private final double[][] a;
    private final double[][] v;
    private final double[][] sums;

    PlainSweeps(double[][] a, int rank) {
      this.a = a;
      v = new double[a.length][rank];
      sums = new double[rank][a[0].length];
      int n = a.length - 1;
      for (int i = 0; i <= n; i++) {
        double norm = 0;
        for (int k = 0; k < rank; k++) {
          int address = i == n ? 0 : i + 1;
          v[i][k] = 2 * CounterRandom.uniform(CounterRandom.stream(SEED, 1), address, k) - 1;
          norm += v[i][k] * v[i][k];
        }
        for (int k = 0; k < rank; k++) {
          v[i][k] /= Math.sqrt(norm);
        }
        add(i, v[i]);
      }
    }

    double[] objectives(boolean sequential) {
      double[] objectives = new double[SWEEPS];
      int n = a.length - 1;
      int[] order = new int[(n + 63) / 64];
      for (int s = 0; s < SWEEPS; s++) {
        step(n, n + 1, true);
        CounterRandom.permute(CounterRandom.stream(SEED, 2 + s), order);
        for (int b : order) {
          step(64 * b, Math.min(n, 64 * b + 64), sequential);
        }
        for (double[] row : sums) {
          objectives[s] += Arrays.stream(row).map(t -> t * t).sum() / 4;
        }
      }
      return objectives;
    }

    /** Rows one after another without their own share, or all at once with it. */
    private void step(int from, int to, boolean sequential) {
      double[][] changes = new double[to - from][];
      for (int i = from; i < to; i++) {
        changes[i - from] = change(i, sequential);
        if (sequential) {
          add(i, changes[i - from]);
        }
      }
      for (int i = from; !sequential && i < to; i++) {
        add(i, changes[i - from]);
      }
    }

    /** Moves v_i and returns by how much. */
    private double[] change(int i, boolean sequential) {
      double own = Arrays.stream(a[i]).map(t -> t * t).sum();
      double[] g = new double[sums.length];
      double norm = 0;
      for (int k = 0; k < g.length; k++) {
        for (int j = 0; j < a[i].length; j++) {
          g[k] += sums[k][j] * a[i][j];
        }
        g[k] -= sequential ? own * v[i][k] : 0;
        norm += g[k] * g[k];
      }
      double[] change = new double[g.length];
      for (int k = 0; k < g.length; k++) {
        double next = g[k] / Math.sqrt(norm);
        change[k] = next - v[i][k];
        v[i][k] = next;
      }
      return change;
    }

    private void add(int i, double[] change) {
      for (int k = 0; k < change.length; k++) {
        for (int j = 0; j < a[i].length; j++) {
          sums[k][j] += change[k] * a[i][j];
        }
      }
    }
  }
}
