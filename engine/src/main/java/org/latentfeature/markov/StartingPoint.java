package org.latentfeature.markov;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;

/** The starting point of inference: features that resemble rows, and equally likely transitions. */
final class StartingPoint {

  private StartingPoint() {}

  /**
   * The model to start from. Features are distinct random rows times √λ, so that coefficients of
   * variance 1/λ give rows again; a missing entry counts 0, and a row of zeros is replaced by
   * noise.
   *
   * @param meanSquare of the known entries of X
   * @param variance of the noise
   * @throws IllegalArgumentException if X has fewer rows than features, or is zero throughout
   */
  static MarkovParameters of(
      Rows x, MarkovOptions options, StatePrior prior, double meanSquare, double variance) {
    int k = options.k();
    if (k > x.rows()) {
      throw new IllegalArgumentException(
          "K is %,d, but X has only %,d rows; choose a K of at most that".formatted(k, x.rows()));
    }
    requireEntries(meanSquare);
    Dense counts = new Dense(k + 1, k + 1);
    Arrays.fill(counts.values(), (double) x.rows() / (k + 1));
    return new MarkovParameters(
        dictionary(x, options, meanSquare), counts, prior.weights(), variance, options.lambda());
  }

  /**
   * Refuses rows of zeros.
   *
   * @param meanSquare of their known entries
   * @throws IllegalArgumentException if that is 0
   */
  static void requireEntries(double meanSquare) {
    if (meanSquare == 0) {
      throw new IllegalArgumentException("all entries of X are zero; there is nothing to fit");
    }
  }

  private static Dense dictionary(Rows x, MarkovOptions options, double meanSquare) {
    RandomStream random = new RandomStream(options.seed(), "markov dictionary");
    int[] rows = new RowOrder(x.rows(), random).next(options.k());
    double scale = Math.sqrt(options.lambda());
    Dense w = new Dense(options.k(), x.cols());
    Matrix some = x.selectRows(rows).matrix();
    float[] row = new float[x.cols()];
    for (int k = 0; k < rows.length; k++) {
      some.getRow(k, row);
      double size = 0;
      for (int d = 0; d < row.length; d++) {
        double value = Float.isNaN(row[d]) ? 0 : row[d];
        size += value * value;
        w.set(k, d, scale * value);
      }
      if (size == 0) {
        for (int d = 0; d < row.length; d++) {
          w.set(k, d, scale * Math.sqrt(meanSquare) * random.nextGaussian());
        }
      }
    }
    return w;
  }
}
