package org.latentfeature.lasso.variant;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.fit.metrics.Rmse;

/**
 * Alternates between codes given W and W given codes, as a fit's refinement does, for squared
 * residuals with weights, a constraint or a penalty on W, and an intercept:
 *
 * <pre>  minimise Σ m_nd (x_nd − z_n·w_d − b_d)² + 2λ Σ |w_kd|</pre>
 *
 * A row's code depends on the weights of its entries within the row alone, a column of W on those
 * within the column. Runs on the host; rows and columns are shared by its threads. Sparse rows have
 * no weights of entries, and are read through {@link SparseProducts}.
 */
final class WeightedRefinement {

  private static final int MAX_ROUNDS = 200;

  /** It stops when a round lowers the cost by a smaller share. */
  private static final double GAIN = 1e-5;

  /** A flip must gain this share of the largest ‖w_k‖², or rounding could cycle. */
  private static final double LEAST_FLIP = 1e-9;

  /** Columns with more known entries than this times K tell the size of W. */
  private static final int WELL_KNOWN = 5;

  private static final int LEAST_ROWS = 16;

  private final Rows x;

  /** Products of sparse rows; null if X is dense. */
  private final @Nullable SparseProducts products;

  private final boolean nonnegative;
  private final boolean hasIntercept;
  private final int threads;
  private final StopSignal stop;
  private EntryWeights weights;
  private final double penalty;
  private double ridge;

  /**
   * Without a penalty, for {@code x} (N×D), dense or sparse in memory; NaN where an entry is
   * missing.
   *
   * @param intercept whether b is fitted; otherwise it is 0
   */
  WeightedRefinement(
      Rows x,
      EntryWeights weights,
      boolean nonnegative,
      boolean intercept,
      int threads,
      StopSignal stop) {
    this(x, weights, nonnegative, intercept, threads, stop, 0);
  }

  private WeightedRefinement(
      Rows x,
      EntryWeights weights,
      boolean nonnegative,
      boolean intercept,
      int threads,
      StopSignal stop,
      double penalty) {
    this.x = x;
    products =
        x instanceof SparseRows sparse ? new SparseProducts(sparse, threads, LEAST_ROWS) : null;
    this.weights = weights;
    this.nonnegative = nonnegative;
    hasIntercept = intercept;
    this.threads = threads;
    this.stop = stop;
    this.penalty = penalty;
  }

  /** Other weights from now on. */
  void use(EntryWeights other) {
    weights = other;
  }

  EntryWeights weights() {
    return weights;
  }

  /** A copy with λ; this one keeps its own. */
  WeightedRefinement penalised(double lambda) {
    WeightedRefinement copy =
        new WeightedRefinement(x, weights, nonnegative, hasIntercept, threads, stop, lambda);
    copy.ridge = ridge;
    return copy;
  }

  /** λ. */
  double penalty() {
    return penalty;
  }

  /** Σ m_nd r_nd² of {@code of}. */
  double weighted(Solution of) {
    if (products != null) {
      return weighted(products, of);
    }
    return Workers.parts(
            threads, x.rows(), LEAST_ROWS, StopSignal.NEVER, (from, to) -> cost(of, from, to))
        .stream()
        .mapToDouble(part -> part)
        .sum();
  }

  private double weighted(SparseProducts of, Solution solution) {
    Dense v = solution.w();
    if (hasIntercept) {
      v = v.appendRows(Dense.wrap(1, x.cols(), solution.intercept()));
    }
    int[][] on = onOf(solution.z());
    return of.squaredError(on, v, gram(on, v.rows(), -1), weights.rows(), weights.cols());
  }

  /** Returns whether W is constrained to W ≥ 0. */
  boolean isNonnegative() {
    return nonnegative;
  }

  /** The best W and b for {@code z}. */
  Solution fit(BinaryMatrix z) {
    return fit(z, nonnegative);
  }

  /** Returns the best W and b for {@code z} without a constraint on W. */
  Solution fitFreely(BinaryMatrix z) {
    return fit(z, false);
  }

  private Solution fit(BinaryMatrix z, boolean isConstrained) {
    int k = z.cols();
    int d = x.cols();
    Dense w = new Dense(k, d);
    double[] b = new double[d];
    if (k > 0 || hasIntercept) {
      int[][] on = onOf(z);
      columns(on, k, w, b, isConstrained);
      if (k > 0 && x.facts().missing() > 0) {
        ridge = ridge(w, cost(z, w, b));
        columns(on, k, w, b, isConstrained);
      }
    }
    return new Solution(z, w, b, cost(z, w, b));
  }

  /**
   * σ²/σ_w², without which a column of about K known entries is interpolated and explodes. σ_w² is
   * the mean square of W over columns with more than 5K known entries, or over all.
   */
  private double ridge(Dense w, double cost) {
    int k = w.rows();
    KnownColumns knownOf = KnownColumns.of(x.matrix());
    double well = 0;
    double all = 0;
    int wellKnown = 0;
    double freedom = 0;
    for (int j = 0; j < x.cols(); j++) {
      double squares = 0;
      for (int i = 0; i < k; i++) {
        squares += w.get(i, j) * w.get(i, j);
      }
      int known = knownOf.known(j);
      all += squares;
      freedom += Math.max(0, known - k);
      if (known > WELL_KNOWN * k) {
        well += squares;
        wellKnown++;
      }
    }
    double size = wellKnown > 0 ? well / wellKnown : all / x.cols();
    return size > 0 ? cost / Math.max(1, freedom) * k / size : 0;
  }

  /**
   * Continues from {@code start} until nothing changes, or it is stopped. Never raises the cost.
   * Rows that weigh nothing are coded too.
   */
  Solution descend(Solution start) {
    Solution best = start;
    for (int round = 0; round < MAX_ROUNDS && best.z().cols() > 0 && !stop.isSet(); round++) {
      BinaryMatrix coded = code(best);
      if (coded.equals(best.z())) {
        break;
      }
      Solution next = fit(coded);
      if (!(next.cost() <= best.cost())) {
        break;
      }
      boolean last = next.cost() > (1 - GAIN) * best.cost();
      best = next;
      if (last) {
        break;
      }
    }
    return best;
  }

  /** The features of each row; with an intercept, one more. */
  private int[][] onOf(BinaryMatrix z) {
    int[][] on = new int[z.rows()][];
    for (int i = 0; i < on.length; i++) {
      IntStream features = IntStream.of(z.columnsOf(i));
      on[i] =
          (hasIntercept ? IntStream.concat(features, IntStream.of(z.cols())) : features).toArray();
    }
    return on;
  }

  private void columns(int[][] on, int k, Dense w, double[] b, boolean isConstrained) {
    ColumnSolver solver = new ColumnSolver(isConstrained, k);
    int all = hasIntercept ? k + 1 : k;
    Dense cross = cross(on, all);
    if (weights.entries() == null) {
      double[] thresholds = IntStream.range(0, x.cols()).mapToDouble(this::threshold).toArray();
      put(solver.solve(gram(on, all, -1), cross, thresholds), 0, k, w, b);
      return;
    }
    Workers.share(
        threads,
        x.cols(),
        StopSignal.NEVER,
        (worker, j) -> {
          Dense gram = gram(on, all, j);
          for (int i = 0; i < k; i++) {
            gram.set(i, i, gram.get(i, i) + ridge);
          }
          put(solver.solve(gram, column(cross, j), new double[] {threshold(j)}), j, k, w, b);
        });
  }

  /** λ/μ: a penalty in the units of the weighted column. */
  private double threshold(int j) {
    return penalty == 0 || weights.cols()[j] == 0 ? 0 : penalty / weights.cols()[j];
  }

  private static Dense column(Dense all, int j) {
    Dense one = new Dense(all.rows(), 1);
    for (int k = 0; k < all.rows(); k++) {
      one.set(k, 0, all.get(k, j));
    }
    return one;
  }

  /** Writes some columns, from {@code first} on. */
  private static void put(Dense solved, int first, int k, Dense w, double[] b) {
    for (int j = 0; j < solved.cols(); j++) {
      for (int i = 0; i < k; i++) {
        w.set(i, first + j, solved.get(i, j));
      }
      if (solved.rows() > k) {
        b[first + j] = solved.get(k, j);
      }
    }
  }

  /** Zᵀ diag(m) Z of column {@code j}; −1 for weights of 1 within rows. */
  private Dense gram(int[][] on, int k, int j) {
    Dense gram = new Dense(k, k);
    double[] g = gram.values();
    for (int i = 0; i < on.length; i++) {
      double m = j < 0 ? weights.rows()[i] : weights.inColumn(i, j);
      int[] row = on[i];
      if (m != 0) {
        for (int a = 0; a < row.length; a++) {
          for (int c = 0; c <= a; c++) {
            g[row[a] * k + row[c]] += m;
          }
        }
      }
    }
    for (int a = 0; a < k; a++) {
      for (int c = 0; c < a; c++) {
        g[c * k + a] = g[a * k + c];
      }
    }
    return gram;
  }

  /** Zᵀ(m ∘ X), on one reading of X. */
  private Dense cross(int[][] on, int k) {
    if (products != null) {
      return products.cross(on, k, weights.rows());
    }
    Matrix dense = x.matrix();
    List<double[]> parts =
        Workers.parts(
            threads,
            on.length,
            LEAST_ROWS,
            StopSignal.NEVER,
            (from, to) -> cross(dense, on, k, from, to));
    double[] sum = parts.get(0);
    for (double[] part : parts.subList(1, parts.size())) {
      Dense.addScaled(sum, 0, part, 0, sum.length, 1);
    }
    return Dense.wrap(k, x.cols(), sum);
  }

  private double[] cross(Matrix dense, int[][] on, int k, int from, int to) {
    int d = x.cols();
    double[] cross = new double[k * d];
    float[] row = new float[d];
    double[] weighed = new double[d];
    for (int i = from; i < to; i++) {
      dense.getRow(i, row);
      for (int j = 0; j < d; j++) {
        weighed[j] = Float.isNaN(row[j]) ? 0 : weights.inColumn(i, j) * row[j];
      }
      for (int a : on[i]) {
        Dense.addScaled(cross, a * d, weighed, 0, d, 1);
      }
    }
    return cross;
  }

  /** The codes of all rows, by single flips from those of {@code start}. */
  private BinaryMatrix code(Solution start) {
    int k = start.z().cols();
    double least = 0;
    for (int c = 0; c < k; c++) {
      double length = 0;
      for (int j = 0; j < x.cols(); j++) {
        length += weights.cols()[j] * start.w().get(c, j) * start.w().get(c, j);
      }
      least = Math.max(least, length);
    }
    double smallest = LEAST_FLIP * least;
    List<byte[]> parts =
        products != null
            ? products.code(start, weights.cols(), smallest)
            : Workers.parts(
                threads,
                x.rows(),
                LEAST_ROWS,
                StopSignal.NEVER,
                (from, to) -> code(start, from, to, smallest));
    boolean[][] bits = new boolean[k][x.rows()];
    int i = 0;
    for (byte[] part : parts) {
      for (int at = 0; at < part.length; at += k, i++) {
        for (int c = 0; c < k; c++) {
          bits[c][i] = part[at + c] != 0;
        }
      }
    }
    return BinaryMatrix.ofColumns(x.rows(), Arrays.stream(bits).map(BitVector::of).toList());
  }

  private byte[] code(Solution start, int from, int to, double smallest) {
    int k = start.z().cols();
    byte[] codes = new byte[(to - from) * k];
    RowFlips flips = new RowFlips(start.w(), smallest);
    float[] row = new float[x.cols()];
    double[] m = new double[x.cols()];
    Matrix dense = x.matrix();
    for (int i = from; i < to; i++) {
      dense.getRow(i, row);
      weights.ofRow(i, m);
      flips.improve(row, start.intercept(), m, start.z(), i, codes, (i - from) * k);
    }
    return codes;
  }

  /** Writes X − Z W − 1bᵀ of row {@code i} to {@code into}, 0 where X is missing. */
  void residual(Solution of, int i, float[] row, double[] into) {
    x.matrix().getRow(i, row);
    for (int j = 0; j < row.length; j++) {
      into[j] = row[j] - of.intercept()[j];
    }
    Rmse.addFeatures(into, of.z(), of.w(), i, -1);
    for (int j = 0; j < row.length; j++) {
      if (Float.isNaN(row[j])) {
        into[j] = 0;
      }
    }
  }

  private double cost(BinaryMatrix z, Dense w, double[] b) {
    double sum = weighted(new Solution(z, w, b, 0));
    if (penalty > 0) {
      for (double value : w.values()) {
        sum += 2 * penalty * Math.abs(value);
      }
    }
    return sum;
  }

  private double cost(Solution of, int from, int to) {
    float[] row = new float[x.cols()];
    double[] rest = new double[x.cols()];
    double[] m = new double[x.cols()];
    double sum = 0;
    for (int i = from; i < to; i++) {
      residual(of, i, row, rest);
      weights.ofRow(i, m);
      double own = 0;
      for (int j = 0; j < rest.length; j++) {
        own += m[j] * rest[j] * rest[j];
      }
      sum += weights.rows()[i] * own;
    }
    return sum;
  }
}
