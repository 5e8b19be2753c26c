package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.Candidates;

/** Which rows a pass flips, where that can be told by hand. */
@Tag("whole")
@OnDevice
final class CudaPolishTest {

  /** So many blocks that each lists one row, of its two warps. */
  private static final int ROWS = 64 * 70;

  /** In the list's second piece. */
  private static final int FAR = 64 * 66;

  /** Of an atom with s = 0 a flip gains the row's norm: only with its own share does one pay. */
  @ParameterizedTest
  @ValueSource(ints = {3, 20, 40})
  void theFirstOfEqualRowsIsFlipped(int first) {
    Matrix x = Matrix.allocate(ROWS, 2);
    x.setRow(0, new float[] {.5f, 0});
    x.setRow(1, new float[] {-.5f, 0});
    for (int i = first; i < 64; i++) {
      x.setRow(i, new float[] {0, 1});
    }
    ScoredAtom polished = onePass(x, ones(0, 1));
    assertEquals(ones(0, 1, first), polished.z());
    assertEquals(1, polished.score());
  }

  /** Two rows pay by their own share, the second of them no more once the first is flipped. */
  @ParameterizedTest
  @ValueSource(ints = {64, FAR})
  void aListedRowIsFlippedOnlyIfItStillPays(int second) {
    Matrix x = Matrix.allocate(ROWS, 3);
    x.setRow(0, new float[] {10, 0, 0});
    x.setRow(3, new float[] {-.01f, 1, 0});
    x.setRow(5, new float[] {-5, 1, 0}); // does not pay
    x.setRow(second, new float[] {-.04f, -.3f, .954f});
    ScoredAtom polished = onePass(x, ones(0));
    assertEquals(ones(0, 3), polished.z());
    assertEquals(9.99 * 9.99 + 1, polished.score(), 1e-4);
  }

  /**
   * The row that leaves is taken out of the sums: added again, it would keep the other from paying.
   */
  @ParameterizedTest
  @ValueSource(ints = {64, FAR})
  void aListedRowMayLeave(int second) {
    Matrix x = Matrix.allocate(ROWS, 3);
    x.setRow(0, new float[] {10, 0, 0});
    x.setRow(3, new float[] {-.075f, 1, 0});
    x.setRow(second, new float[] {-.04f, -.08f, .99f});
    ScoredAtom polished = onePass(x, ones(0, 3));
    assertEquals(ones(0, second), polished.z());
    assertEquals(9.96 * 9.96 + .08 * .08 + .99 * .99, polished.score(), 1e-4);
  }

  /** A pass over random rows, of lists of 20 and of 70 rows, against plain loops over them. */
  @ParameterizedTest
  @CsvSource({"640, 11", "640, 300", "4480, 11"})
  void aPassIsThatOfPlainLoops(int rows, int cols) {
    Matrix x = Matrix.allocate(rows, cols);
    boolean[] z = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      z[i] = CounterRandom.uniform(2, i, 0) < .5;
      for (int j = 0; j < cols; j++) {
        x.set(i, j, (float) CounterRandom.normal(1, i, j));
      }
    }
    BitVector start = BitVector.of(z);
    PlainPass plain = new PlainPass(x, z);
    int segment = rows / 64 < 64 ? 32 : 64;
    plain.run(64 / segment, (i, n) -> i / segment);
    assertTrue(plain.inSequence > 2, plain.inSequence + " flips of listed rows");
    try (Backend backend = TestedDevice.inBlocks(64, false).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 1, 1, 1))) {
      assertEquals(BitVector.of(z), opened.polish(List.of(start), 1).get(0).z());
    }
  }

  /**
   * The same where the residual is read once, for several candidates: tiles of 8 rows go to the
   * blocks in turns, and each segment is some of the blocks.
   */
  @ParameterizedTest
  @CsvSource({
    "640, 11, 8, 1",
    "640, 300, 3, 9",
    "4480, 11, 8, 16",
    "600, 501, 5, 2",
    "637, 513, 4, 8"
  })
  void soIsOneThatReadsTheResidualOnce(int rows, int cols, int blocks, int candidates) {
    for (TileLayout layout : TileLayout.values()) {
      assertPlain(layout, rows, cols, blocks, candidates);
    }
  }

  /** Of entries that are not changed by rounding, or some listed rows would be others. */
  private static void assertPlain(
      TileLayout layout, int rows, int cols, int blocks, int candidates) {
    Matrix x = Matrix.allocate(rows, cols);
    boolean[][] z = new boolean[candidates][rows];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < candidates; c++) {
        z[c][i] = CounterRandom.uniform(2, i, c) < .5;
      }
      for (int j = 0; j < cols; j++) {
        x.set(i, j, Bfloat16.round((float) CounterRandom.normal(1, i, j)));
      }
    }
    List<BitVector> starts = Arrays.stream(z).map(BitVector::of).toList();
    int segments = Math.max(1, Math.min(blocks, 64 / ((rows + 63) / 64)));
    int flips = 0;
    int[] flipped = new int[candidates];
    for (int c = 0; c < candidates; c++) {
      PlainPass plain = new PlainPass(x, z[c]);
      plain.run(
          segments, (i, n) -> segmentOf(i, layout, Math.min(blocks, layout.stages(n)), segments));
      flips += plain.inSequence;
      flipped[c] = plain.atOnce + plain.inSequence;
    }
    assertTrue(flips > 2, flips + " flips of listed rows");
    Shape shape = new Shape(rows, cols);
    FusedShape usual = TestedDevice.fused(layout, shape, candidates);
    SweepBlocks phases = new SweepBlocks(rows, 64, false);
    FusedShape fused =
        new FusedShape(usual.layout(), usual.kind(), blocks, usual.pitch(), usual.stages());
    BackendProvider provider = TestedDevice.planned(new SweepPlan(phases, fused, phases, false));
    try (Backend backend = provider.open(new Resources(0, 0, Precision.BF16));
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 1, candidates, 1))) {
      Set<BitVector> expected = new HashSet<>(Arrays.stream(z).map(BitVector::of).toList());
      Set<BitVector> polished = new HashSet<>();
      opened.polish(starts, 1).forEach(atom -> polished.add(atom.z()));
      assertEquals(expected, polished);
      Candidates again = opened.search().candidates();
      again.take(starts);
      again.sum();
      int[] all = IntStream.range(0, candidates).toArray();
      assertArrayEquals(flipped, again.flip(AtomSearch.smallestGain(rows), all));
    }
  }

  private static int segmentOf(int row, TileLayout layout, int blocks, int segments) {
    int segment = 0;
    while (blocks * (segment + 1) / segments <= row / layout.rows() % blocks) {
      segment++;
    }
    return segment;
  }

  /** A pass in blocks of 64 rows that changes z. */
  private static final class PlainPass {

    private final Matrix x;
    private final boolean[] z;
    private final double[] s;
    private final double least;
    int atOnce;
    int inSequence;

    PlainPass(Matrix x, boolean[] z) {
      this.x = x;
      this.z = z;
      s = new double[x.cols()];
      for (int i = 0; i < z.length; i++) {
        add(i, z[i] ? 1 : 0);
      }
      least = AtomSearch.smallestGain(z.length) * Arrays.stream(s).map(t -> t * t).sum();
    }

    /** Segments by a row's place in its block and the rows of that. */
    void run(int segments, IntBinaryOperator segmentOf) {
      List<Integer> list = new ArrayList<>();
      for (int first = 0; first < z.length; first += 64) {
        int n = Math.min(64, z.length - first);
        double[] g = new double[n];
        double[] change = new double[n];
        for (int i = 0; i < n; i++) {
          g[i] = product(first + i);
        }
        for (int i = 0; i < n; i++) {
          double sign = sign(first + i);
          if (2 * sign * g[i] > least) {
            change[i] = sign;
            z[first + i] ^= true;
            atOnce++;
          }
        }
        for (int segment = 0; segment < segments; segment++) {
          double most = least;
          int best = -1;
          for (int i = 0; i < n; i++) {
            if (segmentOf.applyAsInt(i, n) != segment) {
              continue;
            }
            double gain = 2 * sign(first + i) * g[i] + norm(first + i);
            if (gain > most) {
              most = gain;
              best = first + i;
            }
          }
          if (best >= 0) {
            list.add(best);
          }
        }
        for (int i = 0; i < n; i++) {
          add(first + i, change[i]);
        }
      }
      for (int row : list) {
        double sign = sign(row);
        if (2 * sign * product(row) + norm(row) > least) {
          add(row, sign);
          z[row] ^= true;
          inSequence++;
        }
      }
    }

    private double sign(int row) {
      return z[row] ? -1 : 1;
    }

    private void add(int row, double times) {
      for (int j = 0; j < s.length; j++) {
        s[j] += times * x.get(row, j);
      }
    }

    private double product(int row) {
      double product = 0;
      for (int j = 0; j < s.length; j++) {
        product += s[j] * x.get(row, j);
      }
      return product;
    }

    private double norm(int row) {
      double norm = 0;
      for (int j = 0; j < s.length; j++) {
        norm += (double) x.get(row, j) * x.get(row, j);
      }
      return norm;
    }
  }

  private static BitVector ones(int... rows) {
    boolean[] ones = new boolean[ROWS];
    for (int row : rows) {
      ones[row] = true;
    }
    return BitVector.of(ones);
  }

  /** Beside another atom of less worth. */
  private static ScoredAtom onePass(Matrix x, BitVector start) {
    try (Backend backend = TestedDevice.inBlocks(64, false).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 1, 2, 1))) {
      return opened.polish(List.of(start, ones(ROWS - 1)), 1).get(0);
    }
  }
}
