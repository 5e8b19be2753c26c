package org.latentfeature.lasso.variant;

import java.util.Arrays;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.metrics.ColumnErrors;

/** Weights of columns by their noise, 1/σ_d², in units of the median column's. */
final class ColumnNoise {

  /** Noise of a column is at least this share of the median column's. */
  private static final double LEAST = 1e-3;

  /** The median of |r| of standard normal noise. */
  private static final double NORMAL_MEDIAN = 0.6744897501960817;

  private ColumnNoise() {}

  /**
   * By the residuals of a solution.
   *
   * @param source X, N×D; sparse rows have no robust fit
   * @param robust whether σ_d is their median absolute value over .6745; otherwise their root mean
   *     square
   */
  static double[] weights(
      Rows source, WeightedRefinement refinement, Solution solution, boolean robust) {
    int d = source.cols();
    if (source.isSparse()) {
      ColumnTerms terms = new ColumnTerms(solution.intercept(), null, Double.NaN);
      double[] errors =
          ColumnErrors.of(source, terms.besideAll(solution.z()), terms.beside(solution.w()));
      return weights(Arrays.stream(errors).map(sum -> sum / source.rows()).toArray());
    }
    Matrix x = source.matrix();
    float[][] sizes = new float[d][x.rows()];
    int[] known = new int[d];
    float[] row = new float[d];
    double[] rest = new double[d];
    for (int i = 0; i < x.rows(); i++) {
      refinement.residual(solution, i, row, rest);
      for (int j = 0; j < d; j++) {
        if (!Float.isNaN(row[j])) {
          sizes[j][known[j]++] = (float) Math.abs(rest[j]);
        }
      }
    }
    double[] variance = new double[d];
    for (int j = 0; j < d; j++) {
      variance[j] = robust ? robust(sizes[j], known[j]) : meanSquare(sizes[j], known[j]);
    }
    return weights(variance);
  }

  /** By the noise's variance in each column. */
  static double[] weights(double[] variance) {
    int d = variance.length;
    double median = Arrays.stream(variance).sorted().toArray()[d / 2];
    double[] weights = new double[d];
    for (int j = 0; j < d; j++) {
      weights[j] = median > 0 ? median / Math.max(variance[j], LEAST * median) : 1;
    }
    return weights;
  }

  private static double meanSquare(float[] sizes, int known) {
    double sum = 0;
    for (int i = 0; i < known; i++) {
      sum += (double) sizes[i] * sizes[i];
    }
    return sum / Math.max(1, known);
  }

  private static double robust(float[] sizes, int known) {
    Arrays.sort(sizes, 0, known);
    double deviation = known == 0 ? 0 : sizes[known / 2] / NORMAL_MEDIAN;
    return deviation * deviation;
  }
}
