package org.latentfeature.study.order;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/** A share of the known entries of X, drawn at random, that a fit does not see. */
public final class HeldOutEntries {

  /** Purpose of the draw. */
  private static final long PURPOSE = 0x4e1d;

  private final Matrix x;
  private final double share;
  private final Matrix training;
  private final long stream;
  private long count;

  /**
   * Entries of {@code x} (N×D, NaN where an entry is missing).
   *
   * @param share of the known entries, in (0, 1)
   * @param seed of the draw
   */
  public HeldOutEntries(Matrix x, double share, long seed) {
    this.x = x;
    this.share = share;
    stream = CounterRandom.stream(seed, PURPOSE);
    training = Matrix.allocate(x.rows(), x.cols());
    boolean[] shown = shownColumns();
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      if (isShown(i, row)) {
        count += hide(i, row, shown);
      }
      training.setRow(i, row);
    }
  }

  /** X with NaN for the held-out entries too; no row or column has lost all that it had. */
  public Matrix training() {
    return training;
  }

  /** How many there are. */
  public long count() {
    return count;
  }

  /** The root mean square error of Z W on the held-out entries. */
  public double rmse(BinaryMatrix z, Dense w) {
    return Math.sqrt(Arrays.stream(errors(z, w)).sum() / count);
  }

  /**
   * The root mean square error of {@code predicted} on the held-out entries.
   *
   * @param predicted N×D
   */
  public double rmse(Matrix predicted) {
    double sum = 0;
    float[] all = new float[x.cols()];
    float[] seen = new float[x.cols()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, all);
      training.getRow(i, seen);
      predicted.getRow(i, row);
      for (int j = 0; j < all.length; j++) {
        if (Float.isNaN(seen[j]) && !Float.isNaN(all[j])) {
          double e = all[j] - (double) row[j];
          sum += e * e;
        }
      }
    }
    return Math.sqrt(sum / count);
  }

  /**
   * Returns the root mean square error, on the held-out entries, of the means of the other entries
   * of each column: the error that a fit has to beat.
   */
  public double rmseOfMeans() {
    double[] means = new double[x.cols()];
    int[] known = new int[x.cols()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      training.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        means[j] += Float.isNaN(row[j]) ? 0 : row[j];
        known[j] += Float.isNaN(row[j]) ? 0 : 1;
      }
    }
    Dense w = new Dense(1, x.cols());
    for (int j = 0; j < means.length; j++) {
      w.set(0, j, known[j] == 0 ? 0 : means[j] / known[j]);
    }
    return rmse(BinaryMatrix.ofColumns(x.rows(), List.of(BitVector.ones(x.rows()))), w);
  }

  /**
   * The squared errors of Z W on the held-out entries, summed by row.
   *
   * @param z N×K
   * @param w K×D
   */
  double[] errors(BinaryMatrix z, Dense w) {
    double[] errors = new double[x.rows()];
    float[] all = new float[x.cols()];
    float[] seen = new float[x.cols()];
    for (int i = 0; i < errors.length; i++) {
      x.getRow(i, all);
      training.getRow(i, seen);
      for (int j = 0; j < all.length; j++) {
        if (Float.isNaN(seen[j]) && !Float.isNaN(all[j])) {
          double e = all[j];
          for (int k = 0; k < z.cols(); k++) {
            e -= z.get(i, k) ? w.get(k, j) : 0;
          }
          errors[i] += e * e;
        }
      }
    }
    return errors;
  }

  private boolean isDrawn(int i, int j) {
    return CounterRandom.uniform(stream, i, j) < share;
  }

  /**
   * Returns whether a known entry of row {@code i} is not drawn; otherwise the row keeps all its
   * entries.
   */
  private boolean isShown(int i, float[] row) {
    for (int j = 0; j < row.length; j++) {
      if (!Float.isNaN(row[j]) && !isDrawn(i, j)) {
        return true;
      }
    }
    return false;
  }

  /** Returns for each column whether it keeps a known entry. */
  private boolean[] shownColumns() {
    boolean[] shown = new boolean[x.cols()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      boolean isWhole = !isShown(i, row);
      for (int j = 0; j < row.length; j++) {
        shown[j] |= !Float.isNaN(row[j]) && (isWhole || !isDrawn(i, j));
      }
    }
    return shown;
  }

  private int hide(int i, float[] row, boolean[] shown) {
    int hidden = 0;
    for (int j = 0; j < row.length; j++) {
      if (shown[j] && !Float.isNaN(row[j]) && isDrawn(i, j)) {
        row[j] = Float.NaN;
        hidden++;
      }
    }
    return hidden;
  }
}
