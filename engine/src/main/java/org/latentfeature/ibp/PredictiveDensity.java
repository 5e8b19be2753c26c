package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Cholesky;
import org.latentfeature.linalg.Dense;
import org.latentfeature.random.CounterRandom;

/**
 * log p(x | X) of further rows, by one sample of the chain: Σ_z Π_k π_k^{z_k} (1−π_k)^{1−z_k} Σ_j
 * Poisson(j; α/(N+1)) N(x; zĀ, σx² (1 + z M zᵀ + j/r) I), π_k = m_k/(N+1). In the finite model π_k
 * = (m_k + α/K)/(N + 1 + α/K), and there is no j. The sum over z is exact up to {@link #EXACT}
 * features; beyond, it is over the codes that a chain of the row's bits visits, a lower bound. Of a
 * row with missing entries it is the density of the known ones.
 */
public final class PredictiveDensity {

  /** Up to so many features all codes are summed. */
  public static final int EXACT = 16;

  /** Sweeps of a row's bits, where not all codes are summed. */
  private static final int SWEEPS = 200;

  /** Terms of the sum over features that the row alone has. */
  private static final int OWN = 6;

  private final int exact;
  private final int features;
  private final Dense dictionary;
  private final DictionaryPosterior posterior = new DictionaryPosterior();
  private final double[] logOn;
  private final double[] logOff;
  private final double[] logOwn;
  private final Scales scales;

  /** Ā Āᵀ. */
  private final Dense whole;

  /**
   * Of one sample.
   *
   * @param state of the chain, in the units of X
   * @param dictionary Ā = M ZᵀX of its Z, K×D
   */
  public PredictiveDensity(ChainState state, Dense dictionary) {
    this(state, dictionary, EXACT);
  }

  /** The same with all codes of up to {@code exact} features. */
  PredictiveDensity(ChainState state, Dense dictionary, int exact) {
    this.exact = exact;
    this.dictionary = dictionary;
    features = state.z().cols();
    scales = state.scales();
    whole = inner(j -> true);
    LiveColumns z = new LiveColumns(state.z());
    posterior.set(z.gram(), new Dense(features, features), scales.ratio());
    int n = state.z().rows();
    boolean infinite = state.prior().isInfinite();
    double extra = infinite ? 0 : state.prior().mass() / Math.max(1, features);
    logOn = new double[features];
    logOff = new double[features];
    for (int k = 0; k < features; k++) {
      double on = (z.count(k) + extra) / (n + 1 + extra);
      logOn[k] = Math.log(on);
      logOff[k] = Math.log1p(-on);
    }
    double rate = state.prior().mass() / (n + 1);
    logOwn = new double[infinite ? OWN : 1];
    for (int j = 1; j < logOwn.length; j++) {
      logOwn[j] = logOwn[j - 1] + Math.log(rate / j);
    }
    if (infinite) {
      for (int j = 0; j < logOwn.length; j++) {
        logOwn[j] -= rate;
      }
    }
  }

  /** Ā Āᵀ over some columns. */
  private Dense inner(IntPredicate columns) {
    Dense inner = new Dense(features, features);
    for (int j = 0; j < dictionary.cols(); j++) {
      if (columns.test(j)) {
        for (int k = 0; k < features; k++) {
          for (int l = 0; l < features; l++) {
            double product = dictionary.get(k, j) * dictionary.get(l, j);
            inner.set(k, l, inner.get(k, l) + product);
          }
        }
      }
    }
    return inner;
  }

  /** Ā = M ZᵀX of a sample, K×D. */
  static Dense dictionary(ChainState state, Matrix x) {
    if (x.facts().missing() > 0) {
      return KnownDictionary.of(state.z(), state.scales(), x).mean();
    }
    int k = state.z().cols();
    Dense sums = new Dense(k, x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int f = 0; f < k; f++) {
        if (state.z().get(i, f)) {
          for (int j = 0; j < row.length; j++) {
            sums.values()[f * row.length + j] += row[j];
          }
        }
      }
    }
    Dense regular = new LiveColumns(state.z()).gram();
    for (int f = 0; f < k; f++) {
      regular.set(f, f, regular.get(f, f) + state.scales().ratio());
    }
    return k == 0 ? sums : Cholesky.of(regular).solve(sums);
  }

  /**
   * The mean of the densities of several samples, for each row.
   *
   * @param x M×D, in the units of X; NaN where an entry is missing
   * @return log p(x | X) of the known entries of each row
   */
  public static double[] log(List<PredictiveDensity> samples, Matrix x) {
    return IntStream.range(0, x.rows())
        .parallel()
        .mapToDouble(
            i -> {
              float[] row = new float[x.cols()];
              x.getRow(i, row);
              double[] logs = samples.stream().mapToDouble(s -> s.log(row, i)).toArray();
              return sum(logs) - Math.log(logs.length);
            })
        .toArray();
  }

  /** Whether no code is left out. */
  public boolean isExact() {
    return features <= exact;
  }

  private static double sum(double[] logs) {
    double most = Double.NEGATIVE_INFINITY;
    for (double log : logs) {
      most = Math.max(most, log);
    }
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - most);
    }
    return most + Math.log(sum);
  }

  private double log(float[] x, int row) {
    Code code = new Code(x);
    return isExact() ? code.sumOfAll() : code.sumOfVisited(row);
  }

  /** A code of one row, of which single bits turn. */
  private final class Code {

    private final double[] t = new double[features];
    private final Dense inner;
    private final int known;
    private final boolean[] z = new boolean[features];
    private final double[] u = new double[features];
    private final double[] v = new double[features];
    private double a;
    private double q;
    private double prior;

    Code(float[] x) {
      int count = 0;
      for (int j = 0; j < x.length; j++) {
        if (!Float.isNaN(x[j])) {
          count++;
          q += (double) x[j] * x[j];
          for (int k = 0; k < features; k++) {
            t[k] += dictionary.get(k, j) * x[j];
          }
        }
      }
      known = count;
      inner = known == x.length ? whole : inner(j -> !Float.isNaN(x[j]));
      for (int k = 0; k < features; k++) {
        prior += logOff[k];
      }
    }

    private double nextA(int k) {
      return a + 2 * sign(k) * u[k] + posterior.inverse(k, k);
    }

    private double nextQ(int k) {
      return q - 2 * sign(k) * t[k] + 2 * sign(k) * v[k] + inner.get(k, k);
    }

    private int sign(int k) {
      return z[k] ? -1 : 1;
    }

    private double nextPrior(int k) {
      return prior + sign(k) * (logOn[k] - logOff[k]);
    }

    private void turn(int k) {
      int sign = sign(k);
      a = nextA(k);
      q = nextQ(k);
      prior = nextPrior(k);
      for (int l = 0; l < features; l++) {
        u[l] += sign * posterior.inverse(k, l);
        v[l] += sign * inner.get(k, l);
      }
      z[k] = !z[k];
    }

    /** log of the code's probability and the row's density. */
    private double log(double a, double q, double prior) {
      double[] logs = new double[logOwn.length];
      for (int j = 0; j < logs.length; j++) {
        double variance = scales.noise() * scales.noise() * (1 + a + j / scales.ratio());
        logs[j] = logOwn[j] - 0.5 * known * Math.log(2 * Math.PI * variance) - q / (2 * variance);
      }
      return prior + sum(logs);
    }

    private double sumOfAll() {
      double[] logs = new double[1 << features];
      logs[0] = log(a, q, prior);
      for (int g = 1; g < logs.length; g++) {
        turn(Integer.numberOfTrailingZeros(g)); // Gray code: the next code differs in one bit.
        logs[g] = log(a, q, prior);
      }
      return sum(logs);
    }

    private double sumOfVisited(int row) {
      List<Double> logs = new ArrayList<>();
      Set<BitVector> seen = new HashSet<>();
      long seed = CounterRandom.stream(row, features);
      double now = log(a, q, prior);
      for (int s = 0; s < SWEEPS; s++) {
        for (int k = 0; k < features; k++) {
          double next = log(nextA(k), nextQ(k), nextPrior(k));
          if (CounterRandom.uniform(seed, s, k) * (1 + Math.exp(now - next)) < 1) {
            turn(k);
            now = next;
          }
          if (seen.add(BitVector.of(z))) {
            logs.add(now);
          }
        }
      }
      return sum(logs.stream().mapToDouble(d -> d).toArray());
    }
  }
}
