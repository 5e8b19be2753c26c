package org.latentfeature.bench.precision;

import static org.latentfeature.bench.precision.RowProducts.addScaled;

import java.util.Arrays;

/** Products of a residual that is held in single precision, and rounded once. */
final class ResidualProducts implements RowProducts {

  /** Parts of D that are summed apart, as the warps of a block of threads do. */
  private static final int PARTS = 8;

  private final int rows;
  private final int cols;
  private final OperandFormat format;
  private final float[] exact;

  /** Rounded, row after row. */
  private final float[] byRow;

  /** Rounded, column after column, so that loops over the rows of a block are of one stride. */
  private final float[] byColumn;

  private float[] operand = new float[0];

  /**
   * The products of {@code a}, which is kept.
   *
   * @param a N×D
   */
  ResidualProducts(float[] a, int rows, int cols, OperandFormat format) {
    this.rows = rows;
    this.cols = cols;
    this.format = format;
    exact = a;
    byRow = new float[a.length];
    format.roundAll(a, a.length, byRow);
    byColumn = new float[a.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        byColumn[j * rows + i] = byRow[i * cols + j];
      }
    }
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int cols() {
    return cols;
  }

  @Override
  public void row(int i, float[] into) {
    System.arraycopy(exact, i * cols, into, 0, cols);
  }

  @Override
  public void gradient(int m, float[] s, int first, int n, float[] g) {
    operand = operand.length < m * cols ? new float[m * cols] : operand;
    format.roundAll(s, m * cols, operand);
    float[] part = new float[n];
    for (int k = 0; k < m; k++) {
      Arrays.fill(g, k * n, k * n + n, 0);
      for (int p = 0; p < PARTS; p++) {
        Arrays.fill(part, 0);
        int to = (p + 1) * cols / PARTS;
        for (int j = p * cols / PARTS; j < to; j++) {
          addScaled(part, 0, byColumn, j * rows + first, n, operand[k * cols + j]);
        }
        addScaled(g, k * n, part, 0, n, 1);
      }
    }
  }

  @Override
  public void add(int m, float[] delta, int first, int n, float[] s) {
    float[] part = new float[cols];
    for (int k = 0; k < m; k++) {
      for (int from = 0; from < n; from += RowProducts.TILE) {
        Arrays.fill(part, 0);
        int to = Math.min(n, from + RowProducts.TILE);
        for (int i = from; i < to; i++) {
          float change = format.round(delta[k * n + i]);
          if (change != 0) {
            addScaled(part, 0, byRow, (first + i) * cols, cols, change);
          }
        }
        addScaled(s, k * cols, part, 0, cols, 1);
      }
    }
  }
}
