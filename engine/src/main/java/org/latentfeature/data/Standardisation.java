package org.latentfeature.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;

/**
 * Standardises every column: (x − m) / s, where m and s are the mean and standard deviation of the
 * known entries of the training rows; s² is the mean of (x − m)². A column that is constant in the
 * training rows keeps its unit, s = 1. Other rows, such as held-out ones, are transformed in the
 * same way. NaN, a missing entry, stays NaN. Immutable.
 */
public final class Standardisation {

  private final double[] mean;
  private final double[] deviation;

  /** Columns that are constant in the training rows; empty if unknown. */
  private final List<Integer> constant;

  private Standardisation(double[] mean, double[] deviation, List<Integer> constant) {
    this.mean = mean;
    this.deviation = deviation;
    this.constant = constant;
  }

  /**
   * The means and standard deviations of the columns of {@code training}, in double precision.
   *
   * @param columnNames D names for messages; null if the columns have none
   * @param name of the matrix in messages
   * @throws DataException naming the first column that has no known entry
   */
  public static Standardisation of(
      Matrix training, @Nullable List<String> columnNames, String name) {
    int d = training.cols();
    int[] known = new int[d];
    double[] mean = new double[d];
    float[] least = new float[d];
    float[] most = new float[d];
    float[] row = new float[d];
    for (int i = 0; i < training.rows(); i++) {
      training.getRow(i, row);
      for (int j = 0; j < d; j++) {
        if (!Float.isNaN(row[j])) {
          least[j] = known[j] == 0 ? row[j] : Math.min(least[j], row[j]);
          most[j] = known[j] == 0 ? row[j] : Math.max(most[j], row[j]);
          mean[j] += row[j];
          known[j]++;
        }
      }
    }
    for (int j = 0; j < d; j++) {
      if (known[j] == 0) {
        throw new DataException(
            "column "
                + (j + 1)
                + (columnNames == null ? "" : " (" + columnNames.get(j) + ")")
                + " of "
                + name
                + " has no known entry in "
                + training.rows()
                + (training.rows() == 1 ? " row" : " rows")
                + "; remove the column");
      }
      mean[j] /= known[j];
    }
    double[] deviation = deviations(training, known, mean);
    List<Integer> constant = new ArrayList<>();
    for (int j = 0; j < d; j++) {
      // Not by the deviation, which rounding may leave above 0.
      if (least[j] == most[j]) {
        mean[j] = least[j];
        deviation[j] = 1;
        constant.add(j);
      }
    }
    return new Standardisation(mean, deviation, List.copyOf(constant));
  }

  private static double[] deviations(Matrix training, int[] known, double[] mean) {
    double[] sum = new double[mean.length];
    float[] row = new float[mean.length];
    for (int i = 0; i < training.rows(); i++) {
      training.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          double distance = row[j] - mean[j];
          sum[j] += distance * distance;
        }
      }
    }
    for (int j = 0; j < sum.length; j++) {
      sum[j] = Math.sqrt(sum[j] / known[j]);
    }
    return sum;
  }

  /**
   * A saved standardisation.
   *
   * @param saved 2×D, the result of {@link #toDense}
   * @throws IllegalArgumentException if it does not have two rows, a mean is not finite, or a
   *     deviation is not positive
   */
  public static Standardisation of(Dense saved) {
    if (saved.rows() != 2) {
      throw new IllegalArgumentException(
          "a standardisation has 2 rows, means and deviations, not " + saved.rows());
    }
    double[] mean = new double[saved.cols()];
    double[] deviation = new double[saved.cols()];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = saved.get(0, j);
      deviation[j] = saved.get(1, j);
      if (!Double.isFinite(mean[j]) || !Double.isFinite(deviation[j]) || deviation[j] <= 0) {
        throw new IllegalArgumentException(
            "column "
                + (j + 1)
                + " has mean "
                + mean[j]
                + " and standard deviation "
                + deviation[j]);
      }
    }
    return new Standardisation(mean, deviation, List.of());
  }

  /** A new 2×D matrix to save: the means, and below them the standard deviations. */
  public Dense toDense() {
    Dense out = new Dense(2, mean.length);
    for (int j = 0; j < mean.length; j++) {
      out.set(0, j, mean[j]);
      out.set(1, j, deviation[j]);
    }
    return out;
  }

  /** Number of columns, D. */
  public int cols() {
    return mean.length;
  }

  /** Mean of column {@code j}, from 0, in the units of the data. */
  public double mean(int j) {
    return mean[j];
  }

  /** Standard deviation of column {@code j}, from 0, in the units of the data; above 0. */
  public double deviation(int j) {
    return deviation[j];
  }

  /**
   * The columns, from 0, that are constant in the training rows; empty if the standardisation was
   * {@linkplain #of(Dense) saved}, which does not store them.
   */
  public List<Integer> constant() {
    return constant;
  }

  /**
   * A new matrix of (x − m) / s.
   *
   * @param x N×D, in the units of the training rows
   * @throws DataException if {@code x} has another number of columns, or an entry is so far from
   *     its column's mean that a 32-bit float cannot hold the quotient
   */
  public Matrix apply(Matrix x) {
    return map(x, (value, j) -> (value - mean[j]) / deviation[j], "the standardised data");
  }

  /**
   * The inverse of {@link #apply}: a new matrix of s x + m.
   *
   * @param x N×D, standardised
   * @throws DataException if {@code x} has another number of columns, or a 32-bit float cannot hold
   *     an entry in the units of the training rows
   */
  public Matrix undo(Matrix x) {
    return map(x, (value, j) -> value * deviation[j] + mean[j], "the data in their own units");
  }

  /** A map of entries {@code x} of columns {@code j}. */
  private interface OfColumn {
    double value(double x, int j);
  }

  private Matrix map(Matrix x, OfColumn map, String name) {
    if (x.cols() != mean.length) {
      throw new DataException(
          "the data have "
              + x.cols()
              + " columns, but the standardisation has "
              + mean.length
              + "; give data with the same columns");
    }
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[mean.length];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!Float.isNaN(row[j])) {
          row[j] = FiniteCheck.narrow(map.value(row[j], j), 1, false, i, j, name);
        }
      }
      out.setRow(i, row);
    }
    return out;
  }
}
