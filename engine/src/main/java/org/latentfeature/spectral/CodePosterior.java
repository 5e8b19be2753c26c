package org.latentfeature.spectral;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.linalg.PivotedCholesky;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.Workers;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * Sums over rows of what a dictionary W makes probable of their codes b in {0,1}^K, and the
 * weighted least squares that they lead to (docs/spectral.md, section 6). All 2^K codes of a row
 * are looked at.
 */
public final class CodePosterior {

  private static final double DEPENDENT = 1e-9;

  /** Rows below which threads are not worth while. */
  private static final int PART = 2048;

  /** Codes of a row that count: this many a feature. */
  private static final int POSTERIOR_CODES = 4;

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
   * Of the rows, but for what does not depend on W; with a flat prior, of codes of the same
   * probability.
   */
  public double logLikelihood() {
    return logLikelihood;
  }

  /** What a code of a row weighs. */
  public enum Weights {
    /** The square of its probability, as in the published program. */
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
    for (int b = 0; b < all.shares.length; b++) {
      all.shares[b] /= x.rows();
    }
    return new CodePosterior(all.gram, all.cross, all.shares, all.logLikelihood);
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
    private final Dense gram;
    private final Dense cross;
    private final double[] shares;
    private final double[] linear;
    private final int[] codes;
    private final double[] costs;
    private final double[] soft;
    private final float[] row;
    private final float[] product;
    private double logLikelihood;

    Sums(Dense w, double sigma, double[] base, Weights weights) {
      this.base = base;
      k = w.rows();
      scale = 1 / (sigma * sigma);
      squared = weights == Weights.SQUARED;
      gram = new Dense(k, k);
      cross = new Dense(k, w.cols());
      shares = new double[base.length];
      linear = new double[base.length];
      int kept = Math.min(base.length, squared ? k : POSTERIOR_CODES * k);
      codes = new int[kept];
      costs = new double[kept];
      soft = new double[k];
      row = new float[w.cols()];
      product = new float[k];
    }

    void add(Sums other) {
      addAll(gram.values(), other.gram.values());
      addAll(cross.values(), other.cross.values());
      addAll(shares, other.shares);
      logLikelihood += other.logLikelihood;
    }

    private static void addAll(double[] into, double[] from) {
      for (int i = 0; i < into.length; i++) {
        into[i] += from[i];
      }
    }

    void add(Matrix x, Matrix products, int i) {
      x.getRow(i, row);
      products.getRow(i, product);
      cheapest();
      double least = costs[0];
      double total = 0;
      for (int c = 0; c < codes.length; c++) {
        costs[c] = Math.exp(least - costs[c]);
        total += costs[c];
      }
      logLikelihood += Math.log(total) - least;
      Arrays.fill(soft, 0);
      for (int c = 0; c < codes.length; c++) {
        double probability = costs[c] / total;
        shares[codes[c]] += probability;
        double weight = squared ? probability * probability : probability;
        addOuter(codes[c], weight);
      }
      int cols = row.length;
      for (int a = 0; a < k; a++) {
        if (soft[a] != 0) {
          for (int j = 0; j < cols; j++) {
            cross.values()[a * cols + j] += soft[a] * row[j];
          }
        }
      }
    }

    private void addOuter(int code, double weight) {
      for (int a = 0; a < k; a++) {
        if ((code >> a & 1) != 0) {
          soft[a] += weight;
          for (int b = 0; b < k; b++) {
            if ((code >> b & 1) != 0) {
              gram.values()[a * k + b] += weight;
            }
          }
        }
      }
    }

    /** The codes of least cost, ascending, and their costs. */
    private void cheapest() {
      for (int top = 0; top < k; top++) {
        int bit = 1 << top;
        double by = product[top] * scale;
        for (int b = 0; b < bit; b++) {
          linear[b | bit] = linear[b] + by;
        }
      }
      Arrays.fill(costs, Double.POSITIVE_INFINITY);
      int last = costs.length - 1;
      for (int b = 0; b < base.length; b++) {
        double cost = base[b] - linear[b];
        if (cost < costs[last]) {
          int at = last;
          for (; at > 0 && cost < costs[at - 1]; at--) {
            costs[at] = costs[at - 1];
            codes[at] = codes[at - 1];
          }
          costs[at] = cost;
          codes[at] = b;
        }
      }
    }
  }
}
