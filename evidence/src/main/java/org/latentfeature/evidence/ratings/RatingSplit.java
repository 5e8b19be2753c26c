package org.latentfeature.evidence.ratings;

import java.util.Arrays;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;

/** Ratings, some of which a method does not see and is to predict. */
final class RatingSplit {

  /** Purpose of the draw. */
  private static final long PURPOSE = 0x5a71;

  private final Matrix training;
  private final int[] rows;
  private final int[] cols;
  private final float[] stars;

  private RatingSplit(Matrix training, int[] rows, int[] cols, float[] stars) {
    this.training = training;
    this.rows = rows;
    this.cols = cols;
    this.stars = stars;
  }

  /**
   * Holds out each rating with probability {@code share}, whatever its user and film have left.
   *
   * @param ratings N×D, NaN where there is none
   * @throws DataException if none or all are held out
   */
  static RatingSplit of(Matrix ratings, double share, long seed) {
    long stream = CounterRandom.stream(seed, PURPOSE);
    Matrix training = Matrix.allocate(ratings.rows(), ratings.cols());
    int known = Math.toIntExact(ratings.facts().known());
    int[] rows = new int[known];
    int[] cols = new int[known];
    float[] stars = new float[known];
    int count = 0;
    float[] row = new float[ratings.cols()];
    for (int i = 0; i < ratings.rows(); i++) {
      ratings.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j]) && CounterRandom.uniform(stream, i, j) < share) {
          rows[count] = i;
          cols[count] = j;
          stars[count++] = row[j];
          row[j] = Float.NaN;
        }
      }
      training.setRow(i, row);
    }
    if (count == 0 || count == known) {
      throw new DataException(
          "%,d of %,d ratings are held out: there must be some of both, to fit and to predict"
              .formatted(count, known));
    }
    return new RatingSplit(
        training,
        Arrays.copyOf(rows, count),
        Arrays.copyOf(cols, count),
        Arrays.copyOf(stars, count));
  }

  /** N×D, NaN where a rating is held out or there is none. */
  Matrix training() {
    return training;
  }

  /** Number of ratings held out. */
  int count() {
    return stars.length;
  }

  /** A method's prediction of the entry in row i and column j. */
  @FunctionalInterface
  interface Prediction {
    double of(int i, int j);
  }

  /** Returns the predictions of all ratings that are held out. */
  double[] predicted(Prediction prediction) {
    double[] all = new double[count()];
    for (int t = 0; t < all.length; t++) {
      all[t] = prediction.of(rows[t], cols[t]);
    }
    return all;
  }

  /** Root mean square error of predictions of the ratings held out. */
  double rmse(double[] predicted) {
    double sum = 0;
    for (int t = 0; t < predicted.length; t++) {
      double e = stars[t] - predicted[t];
      sum += e * e;
    }
    return Math.sqrt(sum / predicted.length);
  }
}
