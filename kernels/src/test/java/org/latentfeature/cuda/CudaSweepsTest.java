package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.data.Matrix;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.AtomSearch;

/** The objectives of the first sweeps, step for step those of plain loops over the rows. */
@OnDevice
final class CudaSweepsTest {

  private static final int SWEEPS = 3;
  private static final long SEED = 5;

  @ParameterizedTest
  @CsvSource({
    "50, 9, 3, true",
    "150, 9, 3, true",
    "150, 9, 40, true",
    "50, 9, 3, false",
    "150, 9, 40, false"
  })
  void sweepsAreThoseOfPlainLoops(int rows, int cols, int rank, boolean sequential) {
    double[][] a = new double[rows + 1][cols];
    Matrix x = Matrix.allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        a[i][j] = (float) CounterRandom.normal(SEED, i, j) * (1 + i % 4);
        a[rows][j] += a[i][j];
        x.set(i, j, (float) a[i][j]);
      }
    }
    double[] expected = new PlainSweeps(a, rank).objectives(sequential);
    try (Backend backend = TestedDevice.inBlocks(64, sequential).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, rank, 1, 1))) {
      List<Double> objectives = opened.sweep(rank, 0, SWEEPS, SEED).objectives();
      assertEquals(SWEEPS, objectives.size());
      for (int s = 0; s < SWEEPS; s++) {
        assertEquals(expected[s], objectives.get(s), 2e-5 * expected[s], "sweep " + s);
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
