package org.latentfeature.lasso.variant;

import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SparseRows;

/**
 * Products of sparse rows with the features of rows and with W, for {@link WeightedRefinement}, at
 * a cost by entries that are not zero. The intercept is a rank-one term of these products; a
 * residual is never formed. All sums are in double precision, or twice that where they cancel.
 */
final class SparseProducts {

  /** Share of the squares of X below which a sum of its terms has lost too many digits. */
  private static final double CANCELLED = 1e-8;

  private final SparseRows x;
  private final int threads;
  private final int leastRows;

  SparseProducts(SparseRows x, int threads, int leastRows) {
    this.x = x;
    this.threads = threads;
    this.leastRows = leastRows;
  }

  /**
   * Returns Zᵀ diag(ω) X.
   *
   * @param on the features of each row, each below {@code k}
   * @param weights ω
   */
  Dense cross(int[][] on, int k, double[] weights) {
    int d = x.cols();
    List<double[]> parts =
        Workers.parts(
            threads,
            on.length,
            leastRows,
            StopSignal.NEVER,
            (from, to) -> {
              double[] sum = new double[Math.multiplyExact(k, d)];
              for (int i = from; i < to; i++) {
                for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
                  int j = x.columns()[at] * k;
                  double value = weights[i] * x.values()[at];
                  for (int a : on[i]) {
                    sum[j + a] += value;
                  }
                }
              }
              return sum;
            });
    double[] sum = parts.get(0);
    for (double[] part : parts.subList(1, parts.size())) {
      Dense.addScaled(sum, 0, part, 0, sum.length, 1);
    }
    return Dense.wrap(d, k, sum).transpose();
  }

  /**
   * Returns Σ_d μ_d (Σ ω_n x_nd² − 2 c_dᵀv_d + v_dᵀA v_d) with C = Zᵀ diag(ω) X. Where the fit is
   * so good that these terms cancel, all three are summed in twice the digits of double precision.
   *
   * @param on the features of each row
   * @param v V, a row for each feature
   * @param gram A = Zᵀ diag(ω) Z
   * @param weights ω
   * @param cols μ
   */
  double squaredError(int[][] on, Dense v, Dense gram, double[] weights, double[] cols) {
    int k = v.rows();
    Dense cross = cross(on, k, weights);
    double[] squares = squares(weights);
    double sum = 0;
    double size = 0;
    for (int j = 0; j < squares.length; j++) {
      double own = squares[j];
      for (int a = 0; a < k; a++) {
        double image = -2 * cross.get(a, j);
        for (int c = 0; c < k; c++) {
          image += gram.get(a, c) * v.get(c, j);
        }
        own += v.get(a, j) * image;
      }
      sum += cols[j] * Math.max(0, own);
      size += cols[j] * squares[j];
    }
    return sum > CANCELLED * size ? sum : exactly(on, v, weights, cols);
  }

  /**
   * Returns the same, with all sums in twice the digits. Each of their parts has (K + 1)·D sums of
   * 16 bytes; there is a part for each thread as long as all of them take no more memory than the
   * entries of X, of 8 bytes, and otherwise at least one.
   */
  private double exactly(int[][] on, Dense v, double[] weights, double[] cols) {
    int k = v.rows();
    int d = x.cols();
    LongSums gram = gram(on, k, weights);
    long ofPart = LongSums.BYTES * (k + 1L) * d;
    long ofEntries = (long) (Integer.BYTES + Float.BYTES) * x.values().length;
    int most = (int) Math.max(1, Math.min(threads, ofEntries / ofPart));
    List<LongSums> parts =
        Workers.parts(
            most,
            on.length,
            leastRows,
            StopSignal.NEVER,
            (from, to) -> {
              // C, and after it the squares of each column.
              LongSums sums = new LongSums(Math.multiplyExact(k + 1, d));
              for (int i = from; i < to; i++) {
                for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
                  int j = x.columns()[at] * (k + 1);
                  double value = x.values()[at];
                  for (int a : on[i]) {
                    sums.add(j + a, weights[i], value);
                  }
                  // The square of a float is a double.
                  sums.add(j + k, weights[i], value * value);
                }
              }
              return sums;
            });
    LongSums sums = parts.get(0);
    for (LongSums part : parts.subList(1, parts.size())) {
      sums.add(part);
    }
    LongSums one = new LongSums(k + 1);
    double all = 0;
    for (int j = 0; j < d; j++) {
      one.set(k, sums, j * (k + 1) + k, 1);
      for (int a = 0; a < k; a++) {
        one.set(a, sums, j * (k + 1) + a, -2);
        for (int c = 0; c < k; c++) {
          one.addFrom(a, gram, a * k + c, v.get(c, j));
        }
        one.addFrom(k, one, a, v.get(a, j));
      }
      all += cols[j] * Math.max(0, one.get(k));
    }
    return all;
  }

  private static LongSums gram(int[][] on, int k, double[] weights) {
    LongSums gram = new LongSums(k * k);
    for (int i = 0; i < on.length; i++) {
      for (int a : on[i]) {
        for (int c : on[i]) {
          gram.add(a * k + c, weights[i]);
        }
      }
    }
    return gram;
  }

  /**
   * Sums of products whose rounding errors are summed beside them (Ogita, Rump and Oishi 2005), so
   * that each is as if computed in twice the digits of double precision.
   */
  private static final class LongSums {

    static final long BYTES = 2L * Double.BYTES;

    private final double[] high;
    private final double[] low;

    LongSums(int count) {
      high = new double[count];
      low = new double[count];
    }

    double get(int at) {
      return high[at] + low[at];
    }

    private void add(int at, double value) {
      double before = high[at];
      double sum = before + value;
      double added = sum - before;
      low[at] += (before - (sum - added)) + (value - added);
      high[at] = sum;
    }

    /** Adds a product. */
    void add(int at, double one, double other) {
      double product = one * other;
      add(at, product);
      low[at] += Math.fma(one, other, -product);
    }

    void add(LongSums others) {
      for (int at = 0; at < high.length; at++) {
        add(at, others.high[at]);
        low[at] += others.low[at];
      }
    }

    /** Sets a sum to another one times a power of 2. */
    void set(int at, LongSums from, int other, int times) {
      high[at] = times * from.high[other];
      low[at] = times * from.low[other];
    }

    /** Adds another sum, times a number. */
    void addFrom(int at, LongSums from, int other, double times) {
      add(at, from.high[other], times);
      low[at] += from.low[other] * times;
    }
  }

  /** Returns Σ ω_n x_nd² for each column d. */
  private double[] squares(double[] weights) {
    double[] squares = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
        squares[x.columns()[at]] += weights[i] * x.values()[at] * x.values()[at];
      }
    }
    return squares;
  }

  /**
   * The codes of all rows by single flips, as {@link RowFlips} finds them: a flip of z_k changes
   * the weighted squared error by −2 s (w_kᵀM(x − b) − Σ_l g_kl z_l) + g_kk, s = 1 − 2z_k, with M =
   * diag(μ) and G = W M Wᵀ.
   *
   * @param start the codes to start from, W and b
   * @param cols μ
   * @param smallest what a flip must gain
   * @return the codes, K bytes a row
   */
  List<byte[]> code(Solution start, double[] cols, double smallest) {
    int k = start.z().cols();
    int d = x.cols();
    Dense weighed = new Dense(d, k);
    double[] offset = new double[k];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        double value = cols[j] * start.w().get(c, j);
        weighed.set(j, c, value);
        offset[c] += value * start.intercept()[j];
      }
    }
    Dense gram = start.w().times(weighed);
    return Workers.parts(
        threads,
        x.rows(),
        leastRows,
        StopSignal.NEVER,
        (from, to) -> {
          byte[] codes = new byte[(to - from) * k];
          double[] along = new double[k];
          for (int i = from; i < to; i++) {
            for (int c = 0; c < k; c++) {
              along[c] = -offset[c];
            }
            for (int at = x.starts()[i]; at < x.starts()[i + 1]; at++) {
              Dense.addScaled(along, 0, weighed.values(), x.columns()[at] * k, k, x.values()[at]);
            }
            improve(along, gram, start.z(), i, smallest, codes, (i - from) * k);
          }
          return codes;
        });
  }

  private static void improve(
      double[] along,
      Dense gram,
      BinaryMatrix start,
      int i,
      double smallest,
      byte[] codes,
      int at) {
    int k = along.length;
    for (int c = 0; c < k; c++) {
      if (start.get(i, c)) {
        codes[at + c] = 1;
        Dense.addScaled(along, 0, gram.values(), c * k, k, -1);
      }
    }
    int unchanged = 0;
    for (int c = 0; unchanged < k; c = c + 1 == k ? 0 : c + 1) {
      double sign = 1 - 2 * codes[at + c];
      if (-2 * sign * along[c] + gram.get(c, c) < -smallest) {
        codes[at + c] ^= 1;
        Dense.addScaled(along, 0, gram.values(), c * k, k, -sign);
        unchanged = 0;
      } else {
        unchanged++;
      }
    }
  }
}
