package org.latentfeature.spectral;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * Sums over rows of the posterior of their codes b in {0,1}^K given a dictionary W, and the
 * resulting weighted least squares (docs/spectral.md, section 6), over all 2^K codes of a row.
 */
public final class CodePosterior {

  private static final double DEPENDENT = 1e-9;

  /** Rows below which threads are not worth while. */
  private static final int PART = 2048;

  /** Codes of a row that are e^30 times less probable than another one count for nothing. */
  private static final double NEGLIGIBLE = 30;

  /** Exponents up to it, in sums of either sign, stay in the range of numbers. */
  private static final double EXPONENT = 600;

  /** Part of a prior that all codes share alike. */
  private static final double FLAT = 0.05;

  private final Dense gram;
  private final Dense cross;
  private final double[] shares;
  private final double logLikelihood;

  private CodePosterior(Dense gram, Dense cross, double[] shares, double logLikelihood) {
    this.gram = gram;
    this.cross = cross;
    this.shares = shares;
    this.logLikelihood = logLikelihood;
  }

  /** Σ w bbᵀ over rows and codes, K×K. */
  public Dense gram() {
    return gram;
  }

  /** Σ w b xᵀ, K×D. */
  public Dense cross() {
    return cross;
  }

  /** The share of the rows that each code has, by its bits. */
  public double[] shares() {
    return shares;
  }

  /**
   * Returns the log-likelihood of the rows, except for terms that do not depend on W; with a flat
   * prior, of codes of the same probability.
   */
  public double logLikelihood() {
    return logLikelihood;
  }

  /** The weight of a code of a row. */
  public enum Weights {
    /** The square of its probability among the K nearest, as in the published program. */
    SQUARED,
    /** Its probability: a step of expectation and maximisation. */
    POSTERIOR
  }

  /**
   * The sums for {@code w}.
   *
   * @param rows of X, N×D
   * @param x the same rows on the host
   * @param w W, K×D
   * @param sigma σ, above 0
   * @param prior probability of each code, 2^K of them; null for codes that are all alike
   * @param threads that share the rows; sums are the same for the same number
   */
  public static CodePosterior of(
      ResidentRows rows,
      Matrix x,
      Dense w,
      double sigma,
      double @Nullable [] prior,
      Weights weights,
      int threads,
      StopSignal stop) {
    Matrix products;
    try (Projections steps = rows.open(new Projections.Limits(w.rows()), stop)) {
      products = steps.project(w);
    }
    double[] base = base(w, sigma, prior);
    List<Sums> parts =
        Workers.parts(
            threads,
            x.rows(),
            PART,
            stop,
            (from, to) -> {
              Sums sums = new Sums(w, sigma, base, weights);
              for (int i = from; i < to && ((i & 63) != 0 || !stop.isSet()); i++) {
                sums.add(x, products, i);
              }
              return sums;
            });
    Sums all = parts.get(0);
    parts.subList(1, parts.size()).forEach(all::add);
    Dense gram = all.gram();
    for (int b = 0; b < all.shares.length; b++) {
      all.shares[b] /= x.rows();
    }
    return new CodePosterior(gram, all.cross, all.shares, all.logLikelihood);
  }

  /** A prior near the shares of the codes of {@code z}, none of them 0. */
  public static double[] prior(BinaryMatrix z) {
    double[] prior = new double[1 << z.cols()];
    Arrays.fill(prior, FLAT / prior.length);
    for (int i = 0; i < z.rows(); i++) {
      int code = 0;
      for (int a = 0; a < z.cols(); a++) {
        code |= z.get(i, a) ? 1 << a : 0;
      }
      prior[code] += (1 - FLAT) / z.rows();
    }
    return prior;
  }

  /** The weighted least squares dictionary, K×D. */
  public Dense dictionary() {
    return PivotedCholesky.of(gram, DEPENDENT).solve(cross);
  }

  /** ‖Wᵀb‖²/(2σ²) − log π_b of each code. */
  private static double[] base(Dense w, double sigma, double @Nullable [] prior) {
    int k = w.rows();
    Dense gram = w.timesTransposed(w);
    double[] base = new double[1 << k];
    for (int top = 0; top < k; top++) {
      int bit = 1 << top;
      for (int b = 0; b < bit; b++) {
        double squares = base[b] + gram.get(top, top);
        for (int a = 0; a < top; a++) {
          squares += (b >> a & 1) == 0 ? 0 : 2 * gram.get(top, a);
        }
        base[b | bit] = squares;
      }
    }
    for (int b = 0; b < base.length; b++) {
      base[b] /= 2 * sigma * sigma;
      base[b] -= prior == null ? 0 : Math.log(prior[b]);
    }
    return base;
  }

  /** One thread's share of the sums. */
  private static final class Sums {

    private final int k;
    private final double scale;
    private final double[] base;
    private final boolean squared;

    /** exp(−base), where products of exponentials neither overflow nor vanish; else empty. */
    private final double[] factors;

    private final double[] rowFactors;
    private final double exponent;
    private final Dense cross;
    private final double[] shares;
    private final double[] weights;
    private final double[] costs;
    private final int[] codes;
    private final double[] soft;
    private final float[] row;
    private final float[] product;
    private double logLikelihood;

    Sums(Dense w, double sigma, double[] base, Weights rule) {
      this.base = base;
      k = w.rows();
      scale = 1 / (sigma * sigma);
      squared = rule == Weights.SQUARED;
      exponent = squared ? -1 : EXPONENT - Arrays.stream(base).map(Math::abs).max().orElse(0);
      factors = new double[exponent > 0 ? base.length : 0];
      for (int b = 0; b < factors.length; b++) {
        factors[b] = Math.exp(-base[b]);
      }
      rowFactors = new double[factors.length];
      cross = new Dense(k, w.cols());
      shares = new double[base.length];
      weights = squared ? new double[base.length] : shares;
      costs = new double[base.length];
      codes = new int[base.length];
      soft = new double[k];
      row = new float[w.cols()];
      product = new float[k];
    }

    void add(Sums other) {
      addAll(cross.values(), other.cross.values());
      addAll(shares, other.shares);
      if (squared) {
        addAll(weights, other.weights);
      }
      logLikelihood += other.logLikelihood;
    }

    private static void addAll(double[] into, double[] from) {
      for (int i = 0; i < into.length; i++) {
        into[i] += from[i];
      }
    }

    void add(Matrix x, Matrix products, int i) {
      products.getRow(i, product);
      double sum = 0;
      for (int a = 0; a < k; a++) {
        sum += Math.abs(product[a]) * scale;
      }
      if (sum < exponent) {
        addAll();
      } else {
        addLikely();
      }
      x.getRow(i, row);
      int cols = row.length;
      for (int a = 0; a < k; a++) {
        if (soft[a] != 0) {
          for (int j = 0; j < cols; j++) {
            cross.values()[a * cols + j] += soft[a] * row[j];
          }
        }
      }
    }

    /** All codes of the row, whose weights are products of one exponential for each feature. */
    private void addAll() {
      double[] f = rowFactors;
      f[0] = 1;
      for (int top = 0; top < k; top++) {
        int bit = 1 << top;
        double by = Math.exp(product[top] * scale);
        for (int b = 0; b < bit; b++) {
          f[b | bit] = f[b] * by;
        }
      }
      double total = 0;
      for (int b = 0; b < f.length; b++) {
        f[b] *= factors[b];
        total += f[b];
      }
      logLikelihood += Math.log(total);
      double inverse = 1 / total;
      for (int b = 0; b < f.length; b++) {
        f[b] *= inverse;
        shares[b] += f[b];
      }
      // Each feature's share is the upper half; then both halves are one.
      for (int top = k - 1; top >= 0; top--) {
        int bit = 1 << top;
        double upper = 0;
        for (int b = 0; b < bit; b++) {
          upper += f[b | bit];
          f[b] += f[b | bit];
        }
        soft[top] = upper;
      }
    }

    /** The codes of the row that count. */
    private void addLikely() {
      double least = costs();
      int count = squared ? nearest() : probable(least + NEGLIGIBLE);
      double total = 0;
      for (int c = 0; c < count; c++) {
        costs[codes[c]] = Math.exp(least - costs[codes[c]]);
        total += costs[codes[c]];
      }
      logLikelihood += Math.log(total) - least;
      Arrays.fill(soft, 0);
      for (int c = 0; c < count; c++) {
        int code = codes[c];
        double probability = costs[code] / total;
        shares[code] += probability;
        double weight = probability;
        if (squared) {
          weight *= probability;
          weights[code] += weight;
        }
        for (int a = 0; a < k; a++) {
          soft[a] += (code >> a & 1) == 0 ? 0 : weight;
        }
      }
    }

    /** ‖x − Wᵀb‖²/(2σ²) − log π_b less what all codes have in common; the least of them. */
    private double costs() {
      costs[0] = 0;
      for (int top = 0; top < k; top++) {
        int bit = 1 << top;
        double by = product[top] * scale;
        for (int b = 0; b < bit; b++) {
          costs[b | bit] = costs[b] - by;
        }
      }
      double least = Double.POSITIVE_INFINITY;
      for (int b = 0; b < costs.length; b++) {
        costs[b] += base[b];
        least = Math.min(least, costs[b]);
      }
      return least;
    }

    /** Puts all codes of at most so much cost into {@code codes}; how many there are. */
    private int probable(double most) {
      int count = 0;
      for (int b = 0; b < costs.length; b++) {
        codes[count] = b;
        count += costs[b] <= most ? 1 : 0;
      }
      return count;
    }

    /** Puts the K codes of least cost into {@code codes}, ascending; how many there are. */
    private int nearest() {
      int count = 0;
      for (int b = 0; b < costs.length; b++) {
        if (count < k || costs[b] < costs[codes[count - 1]]) {
          int at = count < k ? count++ : count - 1;
          for (; at > 0 && costs[b] < costs[codes[at - 1]]; at--) {
            codes[at] = codes[at - 1];
          }
          codes[at] = b;
        }
      }
      return count;
    }

    /** Σ w bbᵀ. */
    Dense gram() {
      Dense gram = new Dense(k, k);
      for (int code = 0; code < weights.length; code++) {
        for (int a = 0; a < k && weights[code] != 0; a++) {
          for (int b = 0; b < k && (code >> a & 1) != 0; b++) {
            gram.values()[a * k + b] += (code >> b & 1) == 0 ? 0 : weights[code];
          }
        }
      }
      return gram;
    }
  }
}
