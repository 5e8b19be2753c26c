package org.latentfeature.io.image;

import org.latentfeature.base.random.RandomStream;

/**
 * One value per pixel, row after row on the Java heap, in units of 8-bit grey levels: 0 is black,
 * 255 white; noise goes beyond both. Mutable; not thread-safe while someone writes.
 */
public final class Plane {

  private final int rows;
  private final int cols;
  private final float[] values;

  /**
   * A plane of zeros.
   *
   * @param rows height, at least 1
   * @param cols width, at least 1
   */
  public Plane(int rows, int cols) {
    this(rows, cols, new float[size(rows, cols)]);
  }

  private Plane(int rows, int cols, float[] values) {
    this.rows = rows;
    this.cols = cols;
    this.values = values;
  }

  /** Wraps, without copying, {@code rows × cols} values held row after row. */
  public static Plane wrap(int rows, int cols, float[] values) {
    if (values.length != size(rows, cols)) {
      throw new IllegalArgumentException(
          values.length + " values do not fill " + rows + "×" + cols);
    }
    return new Plane(rows, cols, values);
  }

  private static int size(int rows, int cols) {
    if (rows < 1 || cols < 1) {
      throw new IllegalArgumentException(
          "a plane needs at least one row and one column, not " + rows + "×" + cols);
    }
    return Math.multiplyExact(rows, cols);
  }

  /** Number of rows, the height. */
  public int rows() {
    return rows;
  }

  /** Number of columns, the width. */
  public int cols() {
    return cols;
  }

  /** The values themselves (not a copy), pixel (i, j) at {@code i·cols + j}. */
  public float[] values() {
    return values;
  }

  /** The value in row {@code i}, column {@code j}, both from 0. */
  public float get(int i, int j) {
    return values[i * cols + j];
  }

  /** Sets the value in row {@code i}, column {@code j}. */
  public void set(int i, int j, float value) {
    values[i * cols + j] = value;
  }

  /** Adds independent noise N(0, {@code sigma}²) to every pixel, neither clipped nor rounded. */
  public void addNoise(double sigma, RandomStream random) {
    for (int p = 0; p < values.length; p++) {
      values[p] += (float) (sigma * random.nextGaussian());
    }
  }

  /** A copy with every value multiplied by {@code factor}. */
  Plane times(double factor) {
    Plane product = copy();
    for (int p = 0; p < values.length; p++) {
      product.values[p] = (float) (values[p] * factor);
    }
    return product;
  }

  /** A copy. */
  public Plane copy() {
    return new Plane(rows, cols, values.clone());
  }

  /** Returns whether {@code other} has as many rows and columns as this plane. */
  public boolean isSizeOf(Plane other) {
    return rows == other.rows && cols == other.cols;
  }
}
