package org.latentfeature.ibp;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

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
  private final Dense inner;
  private final DictionaryPosterior posterior = new DictionaryPosterior();
  private final double[] logOn;
  private final double[] logOff;
  private final double[] logOwn;
  private final Scales scales;

  /**
   * The density by one sample.
   *
   * @param state of the chain, in the units of X
   * @param dictionary Ā = M ZᵀX of its Z, K×D
   */
  public PredictiveDensity(ChainState state, Dense dictionary) {
    this(state, dictionary, EXACT);
  }

  /** The density by one sample, exact for up to {@code exact} features. */
  PredictiveDensity(ChainState state, Dense dictionary, int exact) {
    this(
        new LiveColumns(state.z()).gram(),
        state.z().rows(),
        state.scales(),
        state.prior(),
        dictionary,
        exact);
  }

  /**
   * The density by variational inference: with E ZᵀZ for ZᵀZ and Σ_n ν_nk for m_k.
   *
   * @param bits in the units of X
   * @param dictionary mean of A, K×D
   */
  public PredictiveDensity(BitProbabilities bits, Dense dictionary) {
    this(bits.gram(), bits.inclusion().rows(), bits.scales(), bits.prior(), dictionary, EXACT);
  }

  private PredictiveDensity(
      Dense gram, int n, Scales scales, FeaturePrior prior, Dense dictionary, int exact) {
    this.exact = exact;
    this.dictionary = dictionary;
    this.scales = scales;
    features = gram.rows();
    inner = dictionary.timesTransposed(dictionary);
    posterior.set(gram, new Dense(features, features), scales.ratio());
    double extra = prior instanceof FiniteFeatures finite ? finite.mass() / finite.features() : 0;
    logOn = new double[features];
    logOff = new double[features];
    for (int k = 0; k < features; k++) {
      double on = (gram.get(k, k) + extra) / (n + 1 + extra);
      logOn[k] = Math.log(on);
      logOff[k] = Math.log1p(-on);
    }
    logOwn = logOwn(prior, n);
  }

  /** log Poisson(j; α/(N+1)), for the features that a row alone has. */
  private static double[] logOwn(FeaturePrior prior, int n) {
    if (!prior.isInfinite()) {
      return new double[1];
    }
    double rate = prior.mass() / (n + 1);
    double[] logs = new double[OWN];
    logs[0] = -rate;
    for (int j = 1; j < OWN; j++) {
      logs[j] = logs[j - 1] + Math.log(rate / j);
    }
    return logs;
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
   * @param threads that share the rows
   * @return log p(x | X) of the known entries of each row
   */
  public static double[] log(List<PredictiveDensity> samples, Matrix x, int threads) {
    double[] logs = new double[x.rows()];
    forRows(
        samples,
        x,
        threads,
        (i, sums) -> {
          double[] each = Arrays.stream(sums).mapToDouble(CodeSum::log).toArray();
          logs[i] = sum(each) - Math.log(each.length);
        });
    return logs;
  }

  /**
   * P(z_k = 1 | x, X) of each row, samples weighed by the row's density.
   *
   * @param partners of each sample, the feature that is each one of a reference, or −1
   * @param x M×D, in the units of X; NaN for a missing entry
   * @param threads that share the rows
   * @return M×K for the K features of the reference
   */
  public static Dense inclusion(
      List<PredictiveDensity> samples, List<int[]> partners, Matrix x, int threads) {
    Dense all = new Dense(x.rows(), partners.get(0).length);
    forRows(
        samples,
        x,
        threads,
        (i, sums) -> {
          double total = sum(Arrays.stream(sums).mapToDouble(CodeSum::log).toArray());
          for (int s = 0; s < sums.length; s++) {
            double weight = Math.exp(sums[s].log() - total);
            for (int k = 0; k < all.cols(); k++) {
              int partner = partners.get(s)[k];
              double on = partner < 0 ? 0 : sums[s].share(partner);
              all.set(i, k, Math.min(1, all.get(i, k) + weight * on));
            }
          }
        });
    return all;
  }

  /** Takes what the samples say of a row. */
  interface RowListener {
    void onRow(int row, CodeSum[] samples);
  }

  static void forRows(
      List<PredictiveDensity> samples, Matrix x, int threads, RowListener listener) {
    Workers.share(
        threads,
        x.rows(),
        StopSignal.NEVER,
        (worker, i) -> {
          float[] row = new float[x.cols()];
          x.getRow(i, row);
          listener.onRow(i, samples.stream().map(s -> s.sum(row, i)).toArray(CodeSum[]::new));
        });
  }

  /** Returns whether the sum over z runs over all codes. */
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

  private CodeSum sum(float[] x, int row) {
    Code code = new Code(x);
    return isExact() ? code.sumOfAll() : code.sumOfVisited(row);
  }

  /** Densities of codes, summed: of all, and of those that have each bit. */
  static final class CodeSum {

    private final double[] on;
    private double most = Double.NEGATIVE_INFINITY;
    private double all;

    CodeSum(int features) {
      on = new double[features];
    }

    void add(double log, boolean[] z) {
      if (log > most) {
        double by = Math.exp(most - log);
        all *= by;
        for (int k = 0; k < on.length; k++) {
          on[k] *= by;
        }
        most = log;
      }
      double share = Math.exp(log - most);
      all += share;
      for (int k = 0; k < on.length; k++) {
        on[k] += z[k] ? share : 0;
      }
    }

    double log() {
      return most + Math.log(all);
    }

    double share(int k) {
      return on[k] / all;
    }
  }

  /** A code of one row, of which single bits turn. */
  private final class Code {

    private final double[] t = new double[features];
    private final Dense inner;
    private final boolean[] z = new boolean[features];
    private final double[] u = new double[features];
    private final double[] v = new double[features];
    private int known;
    private double a;
    private double q;
    private double prior;

    Code(float[] x) {
      for (int j = 0; j < x.length; j++) {
        if (!Float.isNaN(x[j])) {
          known++;
          q += (double) x[j] * x[j];
          for (int k = 0; k < features; k++) {
            t[k] += dictionary.get(k, j) * x[j];
          }
        }
      }
      inner = known == x.length ? PredictiveDensity.this.inner : ofKnown(x);
      for (int k = 0; k < features; k++) {
        prior += logOff[k];
      }
    }

    /** Ā Āᵀ over the columns that the row knows. */
    private Dense ofKnown(float[] x) {
      Dense part = dictionary.copy();
      for (int j = 0; j < x.length; j++) {
        for (int k = 0; k < features && Float.isNaN(x[j]); k++) {
          part.set(k, j, 0);
        }
      }
      return part.timesTransposed(part);
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

    private CodeSum sumOfAll() {
      CodeSum sum = new CodeSum(features);
      sum.add(log(a, q, prior), z);
      for (int g = 1; g < 1 << features; g++) {
        turn(Integer.numberOfTrailingZeros(g)); // Gray code: the next code differs in one bit.
        sum.add(log(a, q, prior), z);
      }
      return sum;
    }

    private CodeSum sumOfVisited(int row) {
      CodeSum sum = new CodeSum(features);
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
            sum.add(now, z);
          }
        }
      }
      return sum;
    }
  }
}
