package org.latentfeature.fit.factor;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.metrics.Rmse;

/**
 * The entries and rows that a robust model weighs below ½: with Huber's loss a residual r beyond
 * the threshold t weighs t/|r|, and an outlying row is one whose known entries weigh less than ½ on
 * average.
 *
 * @param entries share of the known entries
 * @param rows those rows
 */
public record Outliers(double entries, BitVector rows) {

  /** The weight below which an entry, or a row on average, is outlying. */
  public static final double OUTLYING = 0.5;

  /**
   * Finds the outlying entries and rows of {@code x} by the residuals of its codes.
   *
   * @param x M×D, as the model's {@link FactorModel#prepared} rows; NaN where an entry is missing
   * @param z their codes, M×K
   * @param w dictionary, K×D
   * @param terms of a robust fit
   */
  public static Outliers of(Matrix x, BinaryMatrix z, Dense w, ColumnTerms terms) {
    double[] scale = terms.scale(w.cols());
    boolean[] rows = new boolean[x.rows()];
    float[] row = new float[x.cols()];
    double[] mean = new double[x.cols()];
    long known = 0;
    long outlying = 0;
    for (int i = 0; i < rows.length; i++) {
      x.getRow(i, row);
      Arrays.fill(mean, 0);
      Rmse.addFeatures(mean, z, w, i, 1);
      int own = 0;
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          double size = scale[j] * Math.abs(row[j] - mean[j]);
          double weight = size <= terms.threshold() ? 1 : terms.threshold() / size;
          sum += weight;
          own++;
          outlying += weight < OUTLYING ? 1 : 0;
        }
      }
      known += own;
      rows[i] = sum < OUTLYING * own;
    }
    return new Outliers((double) outlying / Math.max(1, known), BitVector.of(rows));
  }
}
