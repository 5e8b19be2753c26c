package org.latentfeature.fit.factor;

import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;

/**
 * The bits that the known entries of their rows do not determine: a flip of z_nk changes the
 * squared error, by −2(1 − 2z_nk) a_n·w_k + ‖w_k‖² over the known entries of the row, by less than
 * 6σ², log odds of 3. Of such bits about half would be wrong.
 *
 * @param z the codes with these bits set to 0, N×K
 * @param count number of undetermined bits, in rows with missing entries
 */
public record UndeterminedBits(BinaryMatrix z, long count) {

  private static final double LOG_ODDS = 3;

  /** The change of the squared error by a flip that may be rounding, as a share of ‖w_k‖². */
  private static final double ROUNDING = 1e-9;

  /**
   * Finds the undetermined bits of {@code factors} of {@code x}, in its units; σ² is the squared
   * error per degree of freedom, |Ω| − KD.
   *
   * @param x N×D, NaN where an entry is missing
   */
  public static UndeterminedBits of(Matrix x, Factors factors) {
    LearnedColumns learned = LearnedColumns.of(factors.w());
    double parameters = (double) factors.z().cols() * learned.count();
    double variance = factors.squaredError() / Math.max(1, x.facts().known() - parameters);
    return known(learned.of(x).matrix(), factors.z(), learned.dictionary(), variance);
  }

  /**
   * Finds the undetermined bits of the codes of any rows.
   *
   * @param x N×D, NaN where an entry is missing
   * @param z N×K
   * @param w dictionary, K×D, NaN in no column
   * @param variance of the noise, σ²
   */
  static UndeterminedBits known(Matrix x, BinaryMatrix z, Dense w, double variance) {
    MissingEntries missing = MissingEntries.of(x);
    int k = z.cols();
    double least = 2 * LOG_ODDS * variance;
    long[][] kept = z.columns().stream().map(BitVector::toWords).toArray(long[][]::new);
    float[] row = new float[x.cols()];
    double[] rest = new double[x.cols()];
    double[] whole = new double[k];
    for (int c = 0; c < k; c++) {
      whole[c] = w.rowDot(c, w, c);
    }
    long count = 0;
    for (int i = 0; i < x.rows(); i++) {
      if (missing.count(i) == 0) {
        continue;
      }
      x.getRow(i, row);
      residual(row, z, w, i, rest);
      for (int c = 0; c < k; c++) {
        double along = 0;
        double length = 0;
        for (int j = 0; j < row.length; j++) {
          if (!Float.isNaN(row[j])) {
            double v = w.values()[c * row.length + j];
            along += rest[j] * v;
            length += v * v;
          }
        }
        double change = (z.get(i, c) ? 2 : -2) * along + length;
        if (change < least || change <= ROUNDING * whole[c]) {
          count++;
          kept[c][i >> 6] &= ~(1L << (i & 63));
        }
      }
    }
    BitVector[] columns = new BitVector[k];
    for (int c = 0; c < k; c++) {
      columns[c] = BitVector.ofWords(x.rows(), kept[c]);
    }
    return new UndeterminedBits(BinaryMatrix.ofColumns(x.rows(), List.of(columns)), count);
  }

  /** Row {@code i} of X − Z W, 0 where X is missing. */
  private static void residual(float[] row, BinaryMatrix z, Dense w, int i, double[] rest) {
    for (int j = 0; j < row.length; j++) {
      rest[j] = Float.isNaN(row[j]) ? 0 : row[j];
    }
    for (int c = 0; c < z.cols(); c++) {
      if (z.get(i, c)) {
        for (int j = 0; j < row.length; j++) {
          rest[j] -= Float.isNaN(row[j]) ? 0 : w.values()[c * row.length + j];
        }
      }
    }
  }
}
