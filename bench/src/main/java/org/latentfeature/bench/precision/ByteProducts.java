package org.latentfeature.bench.precision;

import static org.latentfeature.bench.precision.RowProducts.addScaled;

import java.util.Arrays;
import org.latentfeature.data.BinaryMatrix;

/**
 * Products of a residual A = X − Z V that is never formed, X being small integers: G = X S̃ᵀ − Z (V
 * S̃ᵀ) with S̃ rounded to half precision, the same in both terms, and S += Δ̃ X − (Δ̃ Z) V.
 */
final class ByteProducts implements RowProducts {

  private static final OperandFormat FORMAT = OperandFormat.HALF;

  private final ResidualProducts x;
  private final BinaryMatrix z;
  private final int[][] features;
  private final float[] v;

  /** V, column after column. */
  private final float[] byColumn;

  private final int cols;
  private float[] operand = new float[0];

  /**
   * The products of X − Z V.
   *
   * @param x those of X; its entries are integers, and exact in half precision
   * @param v K×D
   */
  ByteProducts(ResidualProducts x, BinaryMatrix z, float[] v) {
    this.x = x;
    this.z = z;
    this.v = v;
    cols = x.cols();
    byColumn = new float[v.length];
    for (int k = 0; k < z.cols(); k++) {
      for (int j = 0; j < cols; j++) {
        byColumn[j * z.cols() + k] = v[k * cols + j];
      }
    }
    features = new int[z.rows()][];
    Arrays.setAll(features, z::columnsOf);
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int cols() {
    return cols;
  }

  @Override
  public void row(int i, float[] into) {
    x.row(i, into);
    for (int k : features[i]) {
      addScaled(into, 0, v, k * cols, cols, -1);
    }
  }

  @Override
  public void gradient(int m, float[] s, int first, int n, float[] g) {
    operand = operand.length < m * cols ? new float[m * cols] : operand;
    FORMAT.roundAll(s, m * cols, operand);
    x.gradient(m, operand, first, n, g);
    for (int c = 0; c < m; c++) {
      float[] products = new float[z.cols()];
      for (int j = 0; j < cols; j++) {
        addScaled(
            products, 0, byColumn, j * products.length, products.length, operand[c * cols + j]);
      }
      for (int i = 0; i < n; i++) {
        float explained = 0;
        for (int k : features[first + i]) {
          explained += products[k];
        }
        g[c * n + i] -= explained;
      }
    }
  }

  @Override
  public void add(int m, float[] delta, int first, int n, float[] s) {
    float[] rounded = new float[m * n];
    for (int e = 0; e < rounded.length; e++) {
      rounded[e] = FORMAT.round(delta[e]);
    }
    x.add(m, rounded, first, n, s);
    for (int c = 0; c < m; c++) {
      float[] changes = new float[z.cols()];
      for (int i = 0; i < n; i++) {
        for (int k : features[first + i]) {
          changes[k] += rounded[c * n + i];
        }
      }
      for (int k = 0; k < changes.length; k++) {
        addScaled(s, c * cols, v, k * cols, cols, -changes[k]);
      }
    }
  }
}
