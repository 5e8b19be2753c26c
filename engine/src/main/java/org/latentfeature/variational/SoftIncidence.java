package org.latentfeature.variational;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.progress.Workers;

/**
 * q(Z): independent bits, ν_nk = q(z_nk = 1), in the blocks of the rows. One visit of a block takes
 * X Mᵀ, the ν of its rows and their sums with X.
 */
final class SoftIncidence {

  /** Beyond these log-odds a bit is certain: its entropy is below 2e-16. */
  private static final double CERTAIN = 40;

  /**
   * Sums are those of this many parts of the rows, whatever the number of threads, added in order.
   */
  private static final int PARTS = 64;

  private final NormalisedRows x;
  private final int features;
  private final int threads;
  private final Dense[] nu;
  private IncidenceSums sums;

  /** What becomes of a block. */
  @FunctionalInterface
  private interface Rule {
    /** Changes ν (K×n) of the rows of X (n×D'); returns its entropy. */
    double apply(Dense nu, Dense x);
  }

  /**
   * From ν.
   *
   * @param start K×n for each block of {@code x}; owned by this object from now on
   * @param threads that share the rows
   * @throws org.latentfeature.progress.StoppedException if {@code stop} is set
   */
  SoftIncidence(NormalisedRows x, List<Dense> start, int threads, StopSignal stop) {
    this.x = x;
    this.threads = threads;
    nu = start.toArray(Dense[]::new);
    features = nu[0].rows();
    sums = new IncidenceSums(features, x.cols());
    visit((block, rows) -> entropy(block), stop);
  }

  private static double entropy(Dense nu) {
    double entropy = 0;
    for (double p : nu.values()) {
      if (p > 0 && p < 1) {
        entropy -= p * Math.log(p) + (1 - p) * Math.log1p(-p);
      }
    }
    return entropy;
  }

  /**
   * The best q(Z) given all else, of each feature in turn: logit ν_nk = θ_k + [(X Mᵀ)_nk − Σ_{l≠k}
   * ν_nl E_lk − ½ E_kk]/σx², E = E AAᵀ.
   *
   * @param logOdds θ_k
   * @param variance σx²
   * @throws org.latentfeature.progress.StoppedException if {@code stop} is set; then some rows have
   *     changed, and the sums have not
   */
  void update(GaussianDictionary a, double[] logOdds, double variance, StopSignal stop) {
    visit((block, rows) -> update(block, rows, a, logOdds, variance), stop);
  }

  private void visit(Rule rule, StopSignal stop) {
    int parts = Math.min(PARTS, nu.length);
    IncidenceSums[] all = new IncidenceSums[parts];
    Workers.share(
        threads,
        parts,
        stop,
        (worker, part) -> {
          IncidenceSums own = new IncidenceSums(features, x.cols());
          int last = cut(part + 1, parts);
          for (int b = cut(part, parts); b < last && !stop.isSet(); b++) {
            Dense rows = x.block(b);
            own.add(nu[b], rows, rule.apply(nu[b], rows), x.algebra());
          }
          all[part] = own;
        });
    IncidenceSums sum = new IncidenceSums(features, x.cols());
    for (IncidenceSums part : all) {
      sum.add(part);
    }
    sums = sum;
  }

  private int cut(int part, int parts) {
    return (int) ((long) nu.length * part / parts);
  }

  private double update(
      Dense block, Dense rows, GaussianDictionary a, double[] logOdds, double variance) {
    int n = block.cols();
    double[] v = block.values();
    double[] e = a.gram().values();
    // (X Mᵀ − ν E)ᵀ, kept up to date for the features to come.
    double[] rest = x.algebra().multiplyTransposed(a.mean(), rows).values();
    double[] fitted = x.algebra().multiply(a.gram(), block).values();
    for (int i = 0; i < rest.length; i++) {
      rest[i] -= fitted[i];
    }
    double entropy = 0;
    double[] change = new double[n];
    for (int k = 0; k < features; k++) {
      int at = k * n;
      double own = e[k * features + k];
      boolean changed = false;
      for (int i = 0; i < n; i++) {
        double before = v[at + i];
        double logit = logOdds[k] + (rest[at + i] + (before - 0.5) * own) / variance;
        double small = 0;
        if (Math.abs(logit) < CERTAIN) {
          double ratio = Math.exp(-Math.abs(logit));
          small = ratio / (1 + ratio);
          entropy += Math.log(1 + ratio) + Math.abs(logit) * small;
        }
        double now = logit > 0 ? 1 - small : small;
        change[i] = now - before;
        changed |= now != before;
        v[at + i] = now;
      }
      for (int l = k + 1; changed && l < features; l++) {
        Dense.addScaled(rest, l * n, change, 0, n, -e[k * features + l]);
      }
    }
    return entropy;
  }

  /** Puts the features in another order. */
  void select(int[] order) {
    for (int b = 0; b < nu.length; b++) {
      nu[b] = nu[b].selectRows(order);
    }
    sums = sums.select(order);
  }

  /** Sums over all rows. */
  IncidenceSums sums() {
    return sums;
  }

  /** ν, N×K, as a new matrix. */
  Dense inclusion() {
    Dense all = new Dense(x.rows(), features);
    int row = 0;
    for (Dense block : nu) {
      Dense rows = block.transpose();
      System.arraycopy(rows.values(), 0, all.values(), row * features, rows.values().length);
      row += rows.rows();
    }
    return all;
  }

  /** z_nk = [ν_nk > ½], N×K. */
  BinaryMatrix readOut() {
    Stream<BitVector> columns =
        IntStream.range(0, features)
            .mapToObj(
                k -> {
                  boolean[] column = new boolean[x.rows()];
                  int row = 0;
                  for (Dense block : nu) {
                    int n = block.cols();
                    for (int i = 0; i < n; i++) {
                      column[row++] = block.values()[k * n + i] > 0.5;
                    }
                  }
                  return BitVector.of(column);
                });
    return BinaryMatrix.ofColumns(x.rows(), columns.toList());
  }
}
