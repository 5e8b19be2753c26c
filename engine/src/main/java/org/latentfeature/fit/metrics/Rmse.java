package org.latentfeature.fit.metrics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.LearnedColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;

/** Root mean square errors (Yen et al. 2017, section 6), row by row, summed in double precision. */
public final class Rmse {

  /** Entries of a matrix that are not computed one after another: more than a second's work. */
  private static final double LARGE = 1e9;

  /** Fewer rows are not worth a thread. */
  private static final int LEAST_ROWS = 1024;

  /** Rows whose errors are kept until they are added. */
  private static final int PIECE = 1 << 16;

  private Rmse() {}

  /**
   * ‖Z₁W₁ − Z₂W₂‖ / √(ND), the error against a known ground truth. Columns in which either
   * dictionary is NaN, which its fit did not know, are left out.
   *
   * @param z1 N×K₁
   * @param w1 K₁×D
   * @param z2 N×K₂
   * @param w2 K₂×D
   */
  public static double between(BinaryMatrix z1, Dense w1, BinaryMatrix z2, Dense w2) {
    requireShapes(z1, w1, z2.rows(), w2.cols());
    requireShapes(z2, w2, z2.rows(), w2.cols());
    long cols =
        IntStream.range(0, w1.cols())
            .filter(j -> LearnedColumns.isLearned(w1, j) && LearnedColumns.isLearned(w2, j))
            .count();
    double size = (double) z1.rows() * cols;
    if (size > LARGE) {
      double error = GramError.between(z1, w1, z2, w2);
      if (!Double.isNaN(error)) {
        return Math.sqrt(error / size);
      }
    }
    double[] row = new double[w1.cols()];
    double sum = 0;
    for (int i = 0; i < z1.rows(); i++) {
      Arrays.fill(row, 0);
      addFeatures(row, z1, w1, i, 1);
      addFeatures(row, z2, w2, i, -1);
      for (int j = 0; j < row.length; j++) {
        boolean isLearned = LearnedColumns.isLearned(w1, j) && LearnedColumns.isLearned(w2, j);
        row[j] = isLearned ? row[j] : 0;
      }
      sum += squares(row);
    }
    return Math.sqrt(sum / size);
  }

  /**
   * ‖X − ZW‖ / √(ND), the error against the data: of the known entries, where some are missing, and
   * of the columns in which W is not NaN.
   *
   * @param x N×D
   * @param z N×K
   * @param w K×D
   */
  public static double noisy(Rows x, BinaryMatrix z, Dense w) {
    return noisy(x, z, w, 1);
  }

  /**
   * The error against the data, computed on several threads; the bits do not depend on their
   * number.
   *
   * @param x N×D
   * @param z N×K
   * @param w K×D
   * @param threads that share the rows of a dense X
   */
  public static double noisy(Rows x, BinaryMatrix z, Dense w, int threads) {
    requireShapes(z, w, x.rows(), x.cols());
    LearnedColumns learned = LearnedColumns.of(w);
    Rows rows = learned.of(x);
    return Math.sqrt(squaredError(rows, z, learned.dictionary(), threads) / rows.facts().known());
  }

  /**
   * ‖X − Z W‖² over the known entries.
   *
   * @param x N×D
   * @param z N×K
   * @param w K×D
   */
  public static double squaredError(Rows x, BinaryMatrix z, Dense w) {
    return squaredError(x, z, w, 1);
  }

  private static double squaredError(Rows x, BinaryMatrix z, Dense w, int threads) {
    double[] sum = new double[1];
    x.forEachBlock(
        StopSignal.NEVER,
        (from, block) ->
            sum[0] =
                block instanceof SparseRows sparse
                    ? SparseError.add(sum[0], sparse, from, z, w)
                    : addErrors(sum[0], block.matrix(), from, z, w, threads));
    return sum[0];
  }

  /** {@code sum} and the errors of some rows, of which the first is number {@code first}. */
  private static double addErrors(
      double sum, Matrix x, int first, BinaryMatrix z, Dense w, int threads) {
    double all = sum;
    for (int start = 0; start < x.rows(); start += Math.min(PIECE, x.rows() - start)) {
      Matrix piece = x.view(start, Math.min(PIECE, x.rows() - start));
      double[] errors = new double[piece.rows()];
      int number = first + start;
      Workers.parts(
          threads,
          errors.length,
          LEAST_ROWS,
          StopSignal.NEVER,
          (from, to) -> {
            errors(piece, from, to, number, z, w, errors);
            return to;
          });
      for (double error : errors) {
        all += error;
      }
    }
    return all;
  }

  private static void errors(
      Matrix x, int from, int to, int first, BinaryMatrix z, Dense w, double[] errors) {
    float[] data = new float[x.cols()];
    double[] row = new double[x.cols()];
    for (int i = from; i < to; i++) {
      x.getRow(i, data);
      for (int j = 0; j < row.length; j++) {
        row[j] = data[j];
      }
      addFeatures(row, z, w, first + i, -1);
      for (int j = 0; j < row.length; j++) {
        row[j] = Double.isNaN(row[j]) ? 0 : row[j];
      }
      errors[i] = squares(row);
    }
  }

  /**
   * Adds {@code sign} times row {@code i} of Z W to {@code row}.
   *
   * @param row D entries
   * @param z N×K
   * @param w K×D
   */
  public static void addFeatures(double[] row, BinaryMatrix z, Dense w, int i, double sign) {
    double[] values = w.values();
    for (int k = 0; k < z.cols(); k++) {
      if (z.get(i, k)) {
        int at = k * row.length;
        for (int j = 0; j < row.length; j++) {
          row[j] += sign * values[at + j];
        }
      }
    }
  }

  private static double squares(double[] row) {
    double sum = 0;
    for (double v : row) {
      sum += v * v;
    }
    return sum;
  }

  private static void requireShapes(BinaryMatrix z, Dense w, int rows, int cols) {
    if (z.rows() != rows || w.rows() != z.cols() || w.cols() != cols) {
      throw new IllegalArgumentException(
          "an incidence matrix of "
              + z.rows()
              + "×"
              + z.cols()
              + " and a dictionary of "
              + w.rows()
              + "×"
              + w.cols()
              + " do not give a matrix of "
              + rows
              + "×"
              + cols);
    }
  }
}
