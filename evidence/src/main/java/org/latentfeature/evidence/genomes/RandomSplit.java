package org.latentfeature.evidence.genomes;

import java.util.Arrays;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.DataException;

/**
 * A random split of rows 0 … N − 1 into training rows and held-out rows: all choices of that many
 * rows are equally likely. Equal numbers and seeds give equal splits. Immutable.
 */
public final class RandomSplit {

  private final int[] training;
  private final int[] test;

  /**
   * Splits {@code rows} rows, {@code trainingRows} of them for training.
   *
   * @throws DataException if either part would be empty
   */
  public RandomSplit(int rows, int trainingRows, long seed) {
    if (trainingRows < 1 || trainingRows >= rows) {
      throw new DataException(
          trainingRows
              + " of "
              + rows
              + (rows == 1 ? " row" : " rows")
              + " to train on; at least 1 row must be trained on and 1 held out");
    }
    RandomStream random = new RandomStream(seed, "split");
    int[] shuffled = new int[rows];
    for (int i = 0; i < rows; i++) {
      // Fisher and Yates's shuffle, inside out.
      int at = random.nextInt(i + 1);
      shuffled[i] = shuffled[at];
      shuffled[at] = i;
    }
    training = Arrays.copyOf(shuffled, trainingRows);
    test = Arrays.copyOfRange(shuffled, trainingRows, rows);
    // In the order of the file, in which their labels are easier to follow.
    Arrays.sort(training);
    Arrays.sort(test);
  }

  /**
   * Splits {@code rows} rows, the nearest whole number to {@code share · rows} of them for
   * training.
   *
   * @throws DataException if the share is not between 0 and 1, or either part would be empty
   */
  public static RandomSplit ofShare(int rows, double share, long seed) {
    if (!(share > 0 && share < 1)) {
      throw new DataException(
          "the share of the rows to train on is " + share + "; it must be between 0 and 1");
    }
    return new RandomSplit(rows, (int) Math.round(share * rows), seed);
  }

  /** A copy of the rows to train on, ascending. */
  public int[] training() {
    return training.clone();
  }

  /** A copy of the rows held out, ascending. */
  public int[] test() {
    return test.clone();
  }
}
