package org.latentfeature.bench.precision;

import static org.latentfeature.bench.precision.RowProducts.addRows;
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
    format.ofSums().roundAll(s, m * cols, operand);
    float[] part = new float[n];
    int[] starts = new int[cols];
    float[] factors = new float[cols];
    for (int k = 0; k < m; k++) {
      Arrays.fill(g, k * n, k * n + n, 0);
      for (int p = 0; p < PARTS; p++) {
        int from = p * cols / PARTS;
        int count = (p + 1) * cols / PARTS - from;
        for (int j = 0; j < count; j++) {
          starts[j] = (from + j) * rows + first;
          factors[j] = operand[k * cols + from + j];
        }
        Arrays.fill(part, 0);
        addRows(part, byColumn, starts, factors, count, n);
        addScaled(g, k * n, part, 0, n, 1);
      }
    }
  }

  @Override
  public void add(int m, float[] delta, int first, int n, float[] s) {
    float[] part = new float[cols];
    int[] starts = new int[TILE];
    float[] factors = new float[TILE];
    for (int k = 0; k < m; k++) {
      for (int from = 0; from < n; from += TILE) {
        int changed = 0;
        for (int i = from; i < Math.min(n, from + TILE); i++) {
          float change = format.ofSums().round(delta[k * n + i]);
          if (change != 0) {
            starts[changed] = (first + i) * cols;
            factors[changed++] = change;
          }
        }
        if (changed > 0) {
          Arrays.fill(part, 0);
          addRows(part, byRow, starts, factors, changed, cols);
          addScaled(s, k * cols, part, 0, cols, 1);
        }
      }
    }
  }
}
