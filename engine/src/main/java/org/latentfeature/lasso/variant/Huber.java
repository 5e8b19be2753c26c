package org.latentfeature.lasso.variant;

import java.util.Arrays;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.Outliers;

/**
 * Huber's loss of residuals r: r² up to a threshold t, and 2t|r| − t² beyond. Its minimiser is a
 * fixed point of least squares with weights min(1, t/|r|).
 */
final class Huber {

  /** Multiple of the noise's standard deviation: 95 % efficient where the noise is normal. */
  static final double TUNING = 1.345;

  /** The median of |r| of standard normal noise. */
  private static final double NORMAL_MEDIAN = 0.6744897501960817;

  /**
   * The kurtosis of heavy tails. That of normal residuals is 3 and of Laplace's 6; of Student's t
   * with 2 degrees it has no bound, and where one entry in a hundred has 10 σ it is 75.
   */
  private static final double HEAVY = 20;

  /** Noise is at least this share of X, or rounding would be told from it. */
  private static final double LEAST = 1e-6;

  private final float[] weights;
  private final double threshold;

  /**
   * Keeps these parts, which are not copied.
   *
   * @param weights of the N·D entries, row after row, 0 where X is missing
   * @param threshold t, in units of the weighted residual √μ_d |r_nd|
   */
  Huber(float[] weights, double threshold) {
    this.weights = weights;
    this.threshold = threshold;
  }

  float[] weights() {
    return weights;
  }

  double threshold() {
    return threshold;
  }

  /**
   * Computes the weights from the residuals of a solution; σ̂ is their median absolute deviation
   * from 0.
   *
   * @param size of X, as {@link #size} gives it
   */
  static Huber of(
      Matrix x, WeightedRefinement refinement, Solution solution, double[] cols, double size) {
    int d = x.cols();
    float[] sizes = new float[Math.multiplyExact(x.rows(), d)];
    float[] row = new float[d];
    double[] rest = new double[d];
    int known = 0;
    float[] sorted = new float[sizes.length];
    for (int i = 0; i < x.rows(); i++) {
      refinement.residual(solution, i, row, rest);
      for (int j = 0; j < d; j++) {
        boolean isKnown = !Float.isNaN(row[j]);
        float own = (float) (Math.sqrt(cols[j]) * Math.abs(rest[j]));
        sizes[i * d + j] = isKnown ? own : -1;
        if (isKnown && cols[j] > 0) {
          sorted[known++] = own;
        }
      }
    }
    Arrays.sort(sorted, 0, known);
    double deviation = known == 0 ? 0 : sorted[known / 2] / NORMAL_MEDIAN;
    double threshold = TUNING * Math.max(deviation, LEAST * size);
    for (int e = 0; e < sizes.length; e++) {
      double own = sizes[e];
      sizes[e] = own < 0 ? 0 : own <= threshold ? 1 : (float) (threshold / own);
    }
    return new Huber(sizes, threshold);
  }

  /**
   * Returns whether the residuals of a solution are better counted by their size than by their
   * squares, which a few of them decide: in units of each column's root mean square their kurtosis
   * is large, and neither side has more than two thirds of those beyond it. Counts of rare events
   * are on one side, and their median is 0.
   */
  static boolean suits(Matrix x, WeightedRefinement refinement, Solution solution) {
    float[] row = new float[x.cols()];
    double[] rest = new double[row.length];
    double[] squares = new double[row.length];
    double[] fourths = new double[row.length];
    for (int i = 0; i < x.rows(); i++) {
      refinement.residual(solution, i, row, rest);
      for (int j = 0; j < rest.length; j++) {
        double square = rest[j] * rest[j];
        squares[j] += square;
        fourths[j] += square * square;
      }
    }
    double kurtosis = 0;
    for (int j = 0; j < squares.length; j++) {
      double mean = squares[j] / x.rows();
      kurtosis += mean > 0 ? fourths[j] / (mean * squares[j] * squares.length) : 0;
    }
    if (kurtosis <= HEAVY) {
      return false;
    }
    long above = 0;
    long below = 0;
    for (int i = 0; i < x.rows(); i++) {
      refinement.residual(solution, i, row, rest);
      for (int j = 0; j < rest.length; j++) {
        boolean isBeyond = x.rows() * rest[j] * rest[j] > squares[j];
        above += isBeyond && rest[j] > 0 ? 1 : 0;
        below += isBeyond && rest[j] < 0 ? 1 : 0;
      }
    }
    return Math.max(above, below) <= 2 * Math.min(above, below);
  }

  /** Returns whether the threshold is that of noise, and not the least beside X of that size. */
  boolean isOfNoise(double size) {
    return threshold > TUNING * LEAST * size;
  }

  /** Median of the known √μ_d |x_nd| above 0, which does not grow with outliers; 0 if none is. */
  static double size(Matrix x, double[] cols) {
    float[] sizes = new float[Math.toIntExact(x.size())];
    float[] row = new float[x.cols()];
    int count = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        float size = (float) (Math.sqrt(cols[j]) * Math.abs(row[j]));
        if (size > 0) {
          sizes[count++] = size;
        }
      }
    }
    Arrays.sort(sizes, 0, count);
    return count == 0 ? 0 : sizes[count / 2];
  }

  /** Returns whether the entry is an outlier. */
  boolean isOutlying(int i, int j, int cols) {
    return weights[i * cols + j] < Outliers.OUTLYING;
  }

  /** Σ of the loss of a solution, with its columns' and rows' weights. */
  double loss(Matrix x, WeightedRefinement refinement, Solution of, double[] rows, double[] cols) {
    float[] row = new float[x.cols()];
    double[] rest = new double[x.cols()];
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      refinement.residual(of, i, row, rest);
      double own = 0;
      for (int j = 0; j < rest.length; j++) {
        double size = Math.sqrt(cols[j]) * Math.abs(rest[j]);
        own += size <= threshold ? size * size : threshold * (2 * size - threshold);
      }
      sum += rows[i] * own;
    }
    return sum;
  }
}
