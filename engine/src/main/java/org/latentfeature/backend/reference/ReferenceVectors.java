package org.latentfeature.backend.reference;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.UnitVectors;

/**
 * The mixing method (Wang &amp; Kolter 2016) on max yᵀBBᵀy, row after row: v_i ← g_i/‖g_i‖ with g_i
 * = Σ_{j≠i} (b_iᵀb_j) v_j, through S = BᵀV kept up to date. Row 0 of B is ½Aᵀ1, row i is ½a_{i−1}.
 */
final class ReferenceVectors implements UnitVectors {

  private final Matrix a;
  private final long first;
  private final StepTally tally;
  private final StopSignal stop;
  private final int n;
  private final int d;
  private final float[] row;
  private double[] b0 = new double[0];
  private double[][] v = new double[0][];
  private double[][] s = new double[0][];

  ReferenceVectors(Matrix a, long first, StepTally tally, StopSignal stop) {
    this.a = a;
    this.first = first;
    this.tally = tally;
    this.stop = stop;
    n = a.rows();
    d = a.cols();
    row = new float[d];
  }

  @Override
  public void start(int rank, long seed) {
    long start = System.nanoTime();
    b0 = new double[d];
    v = new double[n + 1][rank];
    s = new double[d][rank];
    for (int i = 0; i <= n; i++) {
      long number = i == 0 ? 0 : first + i;
      for (int k = 0; k < rank; k++) {
        v[i][k] = 2 * CounterRandom.uniform(seed, number, k) - 1;
      }
      normalise(v[i], v[i]);
    }
    for (int i = 1; i <= n; i++) {
      stop.check(i);
      double[] b = half(i);
      for (int j = 0; j < d; j++) {
        b0[j] += b[j];
      }
      add(s, b, v[i]);
    }
    add(s, b0, v[0]);
    tally.add("sweep", 1, 2.0 * a.size() * rank, start);
  }

  @Override
  public double sweep(long seed) {
    long start = System.nanoTime();
    double[] g = new double[v[0].length];
    update(0, b0, g);
    int done = 0;
    for (int i : CounterRandom.permutation(seed, n)) {
      stop.check(done++);
      update(i + 1, half(i + 1), g);
    }
    double objective = 0;
    for (double[] sj : s) {
      objective += dot(sj, sj);
    }
    tally.add("sweep", 1, 4.0 * a.size() * g.length, start);
    return objective;
  }

  /** Σ u_i a_iᵀ for u_i = S a_i/‖S a_i‖. */
  Dense powerStep(Dense sums) {
    long start = System.nanoTime();
    int rank = sums.rows();
    Dense powerStep = new Dense(rank, d);
    double[] u = new double[rank];
    for (int i = 0; i < n; i++) {
      stop.check(i);
      a.getRow(i, row);
      for (int k = 0; k < rank; k++) {
        u[k] = 0;
        for (int j = 0; j < d; j++) {
          u[k] += sums.get(k, j) * row[j];
        }
      }
      normalise(u, u);
      for (int k = 0; k < rank; k++) {
        for (int j = 0; j < d; j++) {
          powerStep.values()[k * d + j] += u[k] * row[j];
        }
      }
    }
    tally.add("sweep", 1, 4.0 * a.size() * rank, start);
    return powerStep;
  }

  private void update(int i, double[] b, double[] g) {
    Arrays.fill(g, 0);
    double diagonal = dot(b, b);
    for (int j = 0; j < d; j++) {
      for (int k = 0; k < g.length; k++) {
        g[k] += s[j][k] * b[j];
      }
    }
    for (int k = 0; k < g.length; k++) {
      g[k] -= diagonal * v[i][k];
    }
    double[] old = v[i].clone();
    normalise(g, v[i]);
    for (int k = 0; k < g.length; k++) {
      old[k] = v[i][k] - old[k];
    }
    add(s, b, old);
  }

  /** {@code into} becomes {@code g} at unit length, and stays as it is where g is zero. */
  private static void normalise(double[] g, double[] into) {
    double norm = Math.sqrt(dot(g, g));
    if (norm > 0) {
      for (int k = 0; k < g.length; k++) {
        into[k] = g[k] / norm;
      }
    }
  }

  /** The dummy's vector. */
  double[] dummy() {
    return v[0];
  }

  /** The vector of row {@code i}. */
  double[] ofRow(int i) {
    return v[i + 1];
  }

  @Override
  public Dense toDense() {
    int rank = v[0].length;
    Dense all = new Dense(n + 1, rank);
    for (int i = 0; i <= n; i++) {
      System.arraycopy(v[i], 0, all.values(), (i == 0 ? n : i - 1) * rank, rank);
    }
    return all;
  }

  @Override
  public Sums sums() {
    int rank = v[0].length;
    Dense sums = new Dense(rank, d);
    Dense total = new Dense(1, d);
    for (int j = 0; j < d; j++) {
      total.set(0, j, 2 * b0[j]);
      for (int k = 0; k < rank; k++) {
        sums.set(k, j, 2 * s[j][k]);
      }
    }
    return new Sums(sums, Dense.wrap(1, rank, v[0].clone()), total);
  }

  @Override
  public void resume(Sums all) {
    System.arraycopy(all.dummy().values(), 0, v[0], 0, v[0].length);
    for (int j = 0; j < d; j++) {
      b0[j] = all.total().get(0, j) / 2;
      for (int k = 0; k < v[0].length; k++) {
        s[j][k] = all.sums().get(k, j) / 2;
      }
    }
  }

  private double[] half(int i) {
    a.getRow(i - 1, row);
    double[] b = new double[d];
    for (int j = 0; j < d; j++) {
      b[j] = 0.5 * row[j];
    }
    return b;
  }

  private static void add(double[][] s, double[] b, double[] v) {
    for (int j = 0; j < b.length; j++) {
      for (int k = 0; k < v.length; k++) {
        s[j][k] += b[j] * v[k];
      }
    }
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
