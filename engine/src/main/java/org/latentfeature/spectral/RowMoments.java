package org.latentfeature.spectral;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/** First and second moments of the rows of X. */
final class RowMoments {

  private final int rows;
  private final double[] mean;
  private final Dense second;

  RowMoments(int rows, double[] mean, Dense second) {
    this.rows = rows;
    this.mean = mean;
    this.second = second;
  }

  /** N. */
  int rows() {
    return rows;
  }

  /** The mean of the rows. */
  double[] mean() {
    return mean;
  }

  /** XᵀX/N, D×D. */
  Dense second() {
    return second;
  }

  /**
   * Computes the moments of {@code rows}.
   *
   * @param x the same rows on the host, which the mean is taken of
   */
  static RowMoments of(ResidentRows rows, Matrix x, StopSignal stop) {
    Dense second;
    try (Moments moments = rows.open(new Moments.Limits(), stop)) {
      second = moments.columnGram();
    }
    int n = x.rows();
    for (int i = 0; i < second.values().length; i++) {
      second.values()[i] /= n;
    }
    return new RowMoments(n, x.columnMeans(stop), second);
  }

  /** ‖X‖²/N. */
  double squares() {
    double squares = 0;
    for (int j = 0; j < mean.length; j++) {
      squares += second.get(j, j);
    }
    return squares;
  }

  /** Returns the part of ‖X‖²/N that the mean of the rows does not explain. */
  double variance() {
    double variance = squares();
    for (double each : mean) {
      variance -= each * each;
    }
    return Math.max(0, variance);
  }

  /** The sample covariance, XᵀX/N − μμᵀ by N/(N − 1), which has no bias. */
  Dense covariance() {
    Dense covariance = second.copy();
    int d = mean.length;
    double unbiased = rows > 1 ? rows / (rows - 1.0) : 1;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double entry = covariance.values()[i * d + j] - mean[i] * mean[j];
        covariance.values()[i * d + j] = unbiased * entry;
      }
    }
    return covariance;
  }
}
