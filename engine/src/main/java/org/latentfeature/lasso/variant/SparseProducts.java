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
 * residual is never formed. All sums are in double precision.
 */
final class SparseProducts {

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

  /** Returns Σ ω_n x_nd² for each column d. */
  double[] squares(double[] weights) {
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
