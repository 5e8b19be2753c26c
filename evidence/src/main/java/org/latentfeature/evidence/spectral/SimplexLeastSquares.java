package org.latentfeature.evidence.spectral;

import java.util.Arrays;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.Matrix;

/**
 * Alternating least squares X ≈ Z W with frequencies Z in [0, 1] and shares W whose columns lie on
 * the simplex: each step minimises ‖X − Z W‖² over one of the two by projected gradients, and so
 * never raises it.
 */
public final class SimplexLeastSquares {

  /** Change of an entry of W that ends it. */
  private static final double SETTLED = 1e-4;

  private static final int MOST_ROUNDS = 300;

  /** Steps along the projected gradient in each round. */
  private static final int STEPS = 20;

  private SimplexLeastSquares() {}

  /**
   * Shares drawn uniformly from the simplex, to start from.
   *
   * @param k K
   * @param d D
   * @param seed of the random numbers
   */
  public static Dense random(int k, int d, long seed) {
    RandomStream random = new RandomStream(seed, "random shares");
    Dense w = new Dense(k, d);
    for (int j = 0; j < d; j++) {
      double sum = 0;
      for (int a = 0; a < k; a++) {
        double share = -Math.log(1 - random.nextDouble());
        w.set(a, j, share);
        sum += share;
      }
      for (int a = 0; a < k; a++) {
        w.set(a, j, w.get(a, j) / sum);
      }
    }
    return w;
  }

  /** W, K×D, from {@code start} on. */
  public static Dense run(Matrix x, Dense start, StopSignal stop) {
    Dense w = start.copy();
    Normal normal = new Normal(x, w.rows());
    for (int round = 0; round < MOST_ROUNDS; round++) {
      stop.check();
      normal.of(w);
      Dense before = w;
      w = descend(w, normal.gram, normal.cross);
      double moved = 0;
      for (int p = 0; p < w.values().length; p++) {
        moved = Math.max(moved, Math.abs(w.values()[p] - before.values()[p]));
      }
      if (moved <= SETTLED) {
        break;
      }
    }
    return w;
  }

  /** Projected gradient steps of ½ tr(WᵀGW) − tr(WᵀC) over the simplex, of length 1/‖G‖. */
  private static Dense descend(Dense start, Dense gram, Dense cross) {
    double length = 1 / Math.max(Double.MIN_NORMAL, Algebra.JAVA.eigenvalues(gram)[0]);
    Dense w = start;
    for (int step = 0; step < STEPS; step++) {
      Dense slope = gram.times(w);
      Dense next = w.copy();
      for (int p = 0; p < next.values().length; p++) {
        next.values()[p] -= length * (slope.values()[p] - cross.values()[p]);
      }
      Simplex.project(next);
      w = next;
    }
    return w;
  }

  /** ZᵀZ and ZᵀX of the best Z, which is kept, for some W. */
  private static final class Normal {

    private final Matrix x;
    private final double[][] z;
    private Dense gram;
    private Dense cross;

    Normal(Matrix x, int k) {
      this.x = x;
      z = new double[x.rows()][k];
      for (double[] row : z) {
        Arrays.fill(row, .5);
      }
      gram = new Dense(k, k);
      cross = new Dense(k, x.cols());
    }

    void of(Dense w) {
      int k = w.rows();
      Dense of = w.timesTransposed(w);
      gram = new Dense(k, k);
      cross = new Dense(k, w.cols());
      float[] row = new float[w.cols()];
      double[] p = new double[k];
      for (int n = 0; n < z.length; n++) {
        x.getRow(n, row);
        for (int a = 0; a < k; a++) {
          p[a] = 0;
          for (int j = 0; j < row.length; j++) {
            p[a] += w.values()[a * row.length + j] * row[j];
          }
        }
        solve(of, p, z[n]);
        for (int a = 0; a < k; a++) {
          for (int b = 0; b < k; b++) {
            gram.set(a, b, gram.get(a, b) + z[n][a] * z[n][b]);
          }
          for (int j = 0; j < row.length; j++) {
            cross.values()[a * row.length + j] += z[n][a] * row[j];
          }
        }
      }
    }

    /** ½ zᵀHz − pᵀz over the cube, coordinate after coordinate. */
    private static void solve(Dense h, double[] p, double[] z) {
      for (int sweep = 0; sweep < STEPS; sweep++) {
        for (int a = 0; a < z.length; a++) {
          double slope = p[a];
          for (int b = 0; b < z.length; b++) {
            slope -= b == a ? 0 : h.get(a, b) * z[b];
          }
          z[a] = h.get(a, a) > 0 ? Math.min(1, Math.max(0, slope / h.get(a, a))) : z[a];
        }
      }
    }
  }
}
