package org.latentfeature.backend.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.Sweeps;

/**
 * The mixing method (Wang &amp; Kolter 2016) on max yᵀBBᵀy, row after row: v_i ← g_i/‖g_i‖ with g_i
 * = Σ_{j≠i} (b_iᵀb_j) v_j, through S = BᵀV kept up to date. Row 0 of B is ½Aᵀ1, row i is ½a_{i−1}.
 */
final class MixingMethod {

  private static final long VECTORS = 1;
  private static final long ORDER = 2;

  private final Matrix a;
  private final StopSignal stop;
  private final int n;
  private final int d;
  private final float[] row;
  private double[][] v = new double[0][];
  private long polishPasses;

  MixingMethod(Matrix a, StopSignal stop) {
    this.a = a;
    this.stop = stop;
    n = a.rows();
    d = a.cols();
    row = new float[d];
  }

  Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    double[][] b0 = new double[1][d];
    v = new double[n + 1][rank];
    double[][] s = new double[d][rank];
    long vectorSeed = CounterRandom.stream(seed, VECTORS);
    for (int i = 0; i <= n; i++) {
      for (int k = 0; k < rank; k++) {
        v[i][k] = 2 * CounterRandom.uniform(vectorSeed, i, k) - 1;
      }
      normalise(v[i], v[i]);
    }
    for (int i = 1; i <= n; i++) {
      stop.check(i);
      double[] b = half(i);
      for (int j = 0; j < d; j++) {
        b0[0][j] += b[j];
      }
      add(s, b, v[i]);
    }
    add(s, b0[0], v[0]);

    List<Double> objectives = new ArrayList<>();
    double[] g = new double[rank];
    double last = 0;
    int done = 0;
    for (int sweep = 0; sweep < maxSweeps; sweep++) {
      update(0, b0[0], s, g);
      for (int i : CounterRandom.permutation(CounterRandom.stream(seed, ORDER + sweep), n)) {
        stop.check(done++);
        update(i + 1, half(i + 1), s, g);
      }
      double objective = 0;
      for (double[] sj : s) {
        objective += dot(sj, sj);
      }
      objectives.add(objective);
      if (objective - last <= tolerance * objective) {
        break;
      }
      last = objective;
    }
    return new Sweeps(objectives);
  }

  private void update(int i, double[] b, double[][] s, double[] g) {
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

  /** V with the dummy's row last. */
  Dense vectors() {
    int rank = v[0].length;
    Dense all = new Dense(n + 1, rank);
    for (int i = 0; i <= n; i++) {
      System.arraycopy(v[i], 0, all.values(), (i == 0 ? n : i - 1) * rank, rank);
    }
    return all;
  }

  List<BitVector> round(int hyperplanes, long seed) {
    List<BitVector> atoms = new ArrayList<>();
    double[] r = new double[v[0].length];
    for (int h = 0; h < hyperplanes; h++) {
      stop.check();
      for (int k = 0; k < r.length; k++) {
        r[k] = CounterRandom.normal(seed, h, k);
      }
      boolean flip = dot(v[0], r) < 0;
      boolean[] ones = new boolean[n];
      for (int i = 0; i < n; i++) {
        ones[i] = dot(v[i + 1], r) < 0 == flip;
      }
      atoms.add(BitVector.of(ones));
    }
    return atoms;
  }

  /** ‖Aᵀz‖². */
  double score(BitVector z) {
    double[] s = sum(z);
    return dot(s, s);
  }

  /** Flipping z_i changes ‖Aᵀz‖² by 2(1−2z_i) a_iᵀs + ‖a_i‖², s = Aᵀz. */
  BitVector polish(BitVector atom, int passes) {
    double[] s = sum(atom);
    long[] words = atom.toWords();
    double smallest = AtomSearch.smallestGain(n) * dot(s, s);
    boolean flipped = true;
    for (int pass = 0; pass < passes && flipped; pass++) {
      flipped = false;
      polishPasses++;
      for (int i = 0; i < n; i++) {
        stop.check(i);
        a.getRow(i, row);
        double as = 0;
        double aa = 0;
        for (int j = 0; j < d; j++) {
          as += row[j] * s[j];
          aa += (double) row[j] * row[j];
        }
        double sign = (words[i >> 6] >>> (i & 63) & 1) == 0 ? 1 : -1;
        if (2 * sign * as + aa > smallest) {
          words[i >> 6] ^= 1L << (i & 63);
          for (int j = 0; j < d; j++) {
            s[j] += sign * row[j];
          }
          flipped = true;
        }
      }
    }
    return BitVector.ofWords(n, words);
  }

  /** Passes of flips over the rows so far. */
  long polishPasses() {
    return polishPasses;
  }

  private double[] sum(BitVector z) {
    double[] s = new double[d];
    for (int i = 0; i < n; i++) {
      stop.check(i);
      if (z.get(i)) {
        a.getRow(i, row);
        for (int j = 0; j < d; j++) {
          s[j] += row[j];
        }
      }
    }
    return s;
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

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
