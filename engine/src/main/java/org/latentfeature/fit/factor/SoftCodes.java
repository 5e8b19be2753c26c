package org.latentfeature.fit.factor;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.coding.Codes;
import org.latentfeature.step.coding.MeanField;

/** The probabilities that rows have the features of a factorisation, see {@link MeanField}. */
final class SoftCodes {

  /** Rows that a thread is worth starting for. */
  private static final int LEAST_ROWS = 64;

  private final Dense w;
  private final double variance;
  private final double[] shares;

  /**
   * For one dictionary.
   *
   * @param w K×D
   * @param variance of the noise
   * @param shares the K shares of rows with each feature
   */
  SoftCodes(Dense w, double variance, double[] shares) {
    this.w = w;
    this.variance = variance;
    this.shares = shares;
  }

  /**
   * Returns the soft codes of a model. A feature's share is (n + ½)/(N + 1), never 0 or 1, where n
   * of N rows have it.
   *
   * @param w its dictionary, in the columns that the fit knew, times the roots of their weights
   */
  static SoftCodes of(FactorModel model, Dense w) {
    int rows = model.manifest().rows();
    double[] shares =
        Arrays.stream(model.uses()).mapToDouble(uses -> (uses + .5) / (rows + 1.)).toArray();
    return new SoftCodes(w, variance(model), shares);
  }

  /**
   * The noise of a model: the residual of its fit, less the K degrees of freedom of each column;
   * where columns have weights, or residuals a threshold, the model's own figure, {@link
   * ColumnTerms#NOISE}.
   */
  static double variance(FactorModel model) {
    Double noise = model.manifest().figures().get(ColumnTerms.NOISE);
    int rows = model.manifest().rows();
    double rmse = model.manifest().rmse();
    return noise != null
        ? noise * noise
        : rmse * rmse * rows / Math.max(1, rows - model.w().rows());
  }

  /**
   * The probabilities of the rows of {@code x}.
   *
   * @param x M×D, NaN for a missing entry
   * @param start codes to begin with, M×K
   * @param threads that share the rows
   */
  Codes ofRows(Matrix x, BinaryMatrix start, int threads) {
    Matrix all = Matrix.allocate(x.rows(), w.rows());
    int[] first = {0};
    Workers.parts(
            threads, x.rows(), LEAST_ROWS, StopSignal.NEVER, (from, to) -> some(x, start, from, to))
        .forEach(
            part -> {
              int rows = part.length / w.rows();
              all.setRows(first[0], rows, part);
              first[0] += rows;
            });
    return Codes.weighted(all);
  }

  private float[] some(Matrix x, BinaryMatrix start, int from, int to) {
    MeanField field = new MeanField(w, variance, shares);
    float[] row = new float[x.cols()];
    double[] q = new double[w.rows()];
    float[] all = new float[Math.multiplyExact(to - from, q.length)];
    for (int i = from; i < to; i++) {
      x.getRow(i, row);
      for (int k = 0; k < q.length; k++) {
        q[k] = start.get(i, k) ? 1 : 0;
      }
      field.improve(row, q);
      for (int k = 0; k < q.length; k++) {
        all[(i - from) * q.length + k] = (float) q[k];
      }
    }
    return all;
  }
}
