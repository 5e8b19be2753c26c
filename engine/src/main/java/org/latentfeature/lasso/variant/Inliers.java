package org.latentfeature.lasso.variant;

import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * The entries on which a robust fit searches anew: outlying ones are missing, so that no feature
 * explains them, and so are rows that are outliers on average, by a weight of 0. In a column that
 * would know fewer than half of the remaining rows outliers stay, cut back to the threshold.
 */
final class Inliers {

  private final Matrix x;
  private final WeightedRefinement refinement;
  private final Solution solution;
  private final Huber huber;
  private final BitVector outlyingRows;
  private final boolean[] isCut;
  private final double[] rest;

  /**
   * Prepares the inliers of a solution.
   *
   * @param huber the weights by its residuals
   * @param outlyingRows the rows that weigh too little on average
   */
  Inliers(
      Matrix x,
      WeightedRefinement refinement,
      Solution solution,
      Huber huber,
      BitVector outlyingRows) {
    this.x = x;
    this.refinement = refinement;
    this.solution = solution;
    this.huber = huber;
    this.outlyingRows = outlyingRows;
    rest = new double[x.cols()];
    isCut = new boolean[x.cols()];
    int rows = x.rows() - outlyingRows.count();
    for (int j = 0; j < isCut.length; j++) {
      int kept = 0;
      for (int i = 0; i < x.rows(); i++) {
        kept += !outlyingRows.get(i) && !huber.isOutlying(i, j, x.cols()) ? 1 : 0;
      }
      isCut[j] = 2 * kept < rows;
    }
  }

  /** Weights of rows: 0 of outlying ones. */
  double[] weights(double[] rows) {
    double[] weights = rows.clone();
    for (int i = 0; i < weights.length; i++) {
      if (outlyingRows.get(i)) {
        weights[i] = 0;
      }
    }
    return weights;
  }

  /** Writes row {@code i}; from one thread. */
  void row(int i, float[] into) {
    refinement.residual(solution, i, into, rest);
    for (int j = 0; j < into.length; j++) {
      if (huber.isOutlying(i, j, x.cols())) {
        double weight = huber.weights()[i * x.cols() + j];
        into[j] =
            isCut[j] || outlyingRows.get(i)
                ? (float) (into[j] - (1 - weight) * rest[j])
                : Float.NaN;
      }
    }
  }
}
