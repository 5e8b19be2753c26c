package org.latentfeature.backend.cpu;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.DoubleBlocks;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.SoftFactorisation;
import org.latentfeature.step.StepTally;

/**
 * Soft codes on the host, in double precision, in blocks of rows that stay in a core's cache. One
 * visit of a block takes X Mᵀ, the ν of its rows and their sums with X.
 */
public final class SoftBlocks implements SoftFactorisation {

  private static final int ROWS = DoubleBlocks.ROWS;

  /**
   * Sums are those of this many parts of the rows, whatever the number of threads, added in order.
   */
  private static final int PARTS = 64;

  /** Multiplications that are worth a thread; some milliseconds. */
  private static final double WORTH_THREAD = 1e7;

  /** Beyond these log-odds a bit is certain: its entropy is below 2e-16. */
  private static final double CERTAIN = 40;

  private final Matrix x;
  private final long first;
  private final StepTally tally;
  private final Algebra algebra;
  private final int threads;
  private final StopSignal stop;
  private final DoubleBlocks blocks;
  private final Dense[] nu;
  private int features;

  /** An update of the soft codes ν of one block of rows. */
  @FunctionalInterface
  private interface Rule {
    /** Changes ν (K×n) of the rows of X (n×D); returns its entropy. */
    double apply(Dense nu, Dense x);
  }

  /**
   * No columns yet.
   *
   * @param algebra for the products of blocks
   * @param threads that share the rows, at most
   */
  public SoftBlocks(HostRows rows, Limits limits, Algebra algebra, int threads, StopSignal stop) {
    limits.requireComplete(rows.missing().isNone());
    x = rows.x();
    first = rows.first();
    tally = rows.tally();
    this.algebra = algebra;
    this.threads = threads;
    this.stop = stop;
    nu = new Dense[DoubleBlocks.count(x.rows())];
    blocks = DoubleBlocks.of(x);
  }

  /** Bytes of ν, and of a copy of N×D rows in double precision. */
  public static long bytesNeeded(int rows, int cols, Limits limits) {
    return (long) limits.columns() * rows * Double.BYTES + DoubleBlocks.bytesNeeded(rows, cols);
  }

  private int rowsOf(int block) {
    return Math.min(ROWS, x.rows() - block * ROWS);
  }

  @Override
  public int columns() {
    return features;
  }

  @Override
  public void replace(Dense all) {
    fill(all.cols(), (n, k) -> all.get(n, k));
  }

  @Override
  public void draw(int columns, long seed) {
    fill(columns, (n, k) -> CounterRandom.uniform(seed, first + n, k));
  }

  /** An entry of ν. */
  @FunctionalInterface
  private interface Entry {
    double at(int n, int k);
  }

  private void fill(int columns, Entry entry) {
    features = columns;
    for (int b = 0; b < nu.length; b++) {
      nu[b] = new Dense(columns, rowsOf(b));
    }
    fill(0, columns, entry);
  }

  private void fill(int from, int to, Entry entry) {
    for (int b = 0; b < nu.length; b++) {
      int n = nu[b].cols();
      for (int k = from; k < to; k++) {
        for (int i = 0; i < n; i++) {
          nu[b].values()[k * n + i] = entry.at(b * ROWS + i, k);
        }
      }
    }
  }

  @Override
  public void soften(Incidence codes, double off, double on) {
    IncidenceColumns z = (IncidenceColumns) codes;
    for (int k = 0; k < z.columns(); k++) {
      long[] words = z.words(k);
      fill(k, k + 1, (n, column) -> (words[n >> 6] >>> (n & 63) & 1) == 1 ? on : off);
    }
  }

  @Override
  public Sums update(Dense mean, Dense second, double[] logOdds, double variance) {
    return visit(
        "soft update",
        4.0 * x.size() * features + 4.0 * x.rows() * features * features,
        (block, rows) -> update(block, rows, mean, second, logOdds, variance));
  }

  @Override
  public Sums sums() {
    return visit("soft sums", 2.0 * x.size() * features, (block, rows) -> entropy(block));
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

  private Sums visit(String step, double flops, Rule rule) {
    long start = System.nanoTime();
    int parts = Math.min(PARTS, nu.length);
    Total[] totals = new Total[parts];
    Workers.share(
        (int) Math.max(1, Math.min(threads, flops / 2 / WORTH_THREAD)),
        parts,
        stop,
        (worker, part) -> {
          Total own = new Total();
          int last = cut(part + 1, parts);
          for (int b = cut(part, parts); b < last && !stop.isSet(); b++) {
            Dense rows = blocks.block(b);
            own.add(nu[b], rows, rule.apply(nu[b], rows));
          }
          totals[part] = own;
        });
    Total sum = new Total();
    for (Total total : totals) {
      sum.add(total);
    }
    tally.add(step, 1, flops, start);
    return new Sums(sum.cross, sum.gram, sum.entropy);
  }

  private int cut(int part, int parts) {
    return (int) ((long) nu.length * part / parts);
  }

  /** Sums over some rows. */
  private final class Total {

    private final Dense cross = new Dense(features, x.cols());
    private final Dense gram = new Dense(features, features);
    private double entropy;

    /** Adds a block: ν is K×n, X n×D. */
    void add(Dense nu, Dense x, double uncertainty) {
      add(cross, algebra.multiply(nu, x));
      Dense inner = algebra.multiplyTransposed(nu, nu);
      int n = nu.cols();
      for (int k = 0; k < features; k++) {
        double count = 0;
        for (int i = 0; i < n; i++) {
          count += nu.values()[k * n + i];
        }
        inner.set(k, k, count);
      }
      add(gram, inner);
      entropy += uncertainty;
    }

    void add(Total other) {
      add(cross, other.cross);
      add(gram, other.gram);
      entropy += other.entropy;
    }

    private static void add(Dense to, Dense what) {
      Dense.addScaled(to.values(), 0, what.values(), 0, to.values().length, 1);
    }
  }

  /** The features in turn; returns the entropy of the new ν. */
  private double update(
      Dense block, Dense rows, Dense mean, Dense second, double[] logOdds, double variance) {
    int n = block.cols();
    double[] v = block.values();
    double[] e = second.values();
    // (X Mᵀ − ν E)ᵀ, kept up to date for the features to come.
    double[] rest = algebra.multiplyTransposed(mean, rows).values();
    double[] fitted = algebra.multiply(second, block).values();
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

  @Override
  public void readOut(Incidence codes) {
    IncidenceColumns z = (IncidenceColumns) codes;
    z.clear(features);
    for (int k = 0; k < features; k++) {
      long[] words = z.words(k);
      for (int b = 0; b < nu.length; b++) {
        int n = nu[b].cols();
        for (int i = 0; i < n; i++) {
          // A block is a word.
          words[b] |= nu[b].values()[k * n + i] > 0.5 ? 1L << i : 0;
        }
      }
    }
  }

  @Override
  public Dense toDense() {
    Dense all = new Dense(x.rows(), features);
    int next = 0;
    for (Dense block : nu) {
      double[] rows = block.transpose().values();
      System.arraycopy(rows, 0, all.values(), next, rows.length);
      next += rows.length;
    }
    return all;
  }

  @Override
  public void retain(int[] kept) {
    features = kept.length;
    for (int b = 0; b < nu.length; b++) {
      nu[b] = nu[b].selectRows(kept);
    }
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
