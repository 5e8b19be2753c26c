package org.latentfeature.bench.precision;

import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;

/**
 * Rows X of integers from 0 to 255, whose residual is never formed. A fit of wide rows works on L
 * of X = L Q with orthonormal rows of Q; residuals (L − Z V) Q = X − Z V Q of X have the same inner
 * products.
 */
final class ByteRows implements ResidualSource {

  private static final int LARGEST = 255;

  private final ResidualProducts products;
  private final @Nullable Dense q;

  private ByteRows(ResidualProducts products, @Nullable Dense q) {
    this.products = products;
    this.q = q;
  }

  /** Whether bytes hold the entries of {@code x}. */
  static boolean isBytes(Matrix x) {
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (float e : row) {
        if (!(e >= 0 && e <= LARGEST && e == Math.rint(e))) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The rows of {@code x} for searches on {@code fitted}.
   *
   * @param fitted X, some of its columns, or L, which has full column rank
   */
  static ByteRows of(Matrix x, Matrix fitted) {
    return isBytes(fitted)
        ? new ByteRows(products(fitted), null)
        : new ByteRows(products(x), factor(fitted.toDense(), x.toDense()));
  }

  private static ResidualProducts products(Matrix x) {
    float[] entries = new float[x.rows() * x.cols()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      System.arraycopy(row, 0, entries, i * row.length, row.length);
    }
    return new ResidualProducts(entries, x.rows(), x.cols(), OperandFormat.SINGLE);
  }

  @Override
  public RowProducts of(BinaryMatrix z, Dense v) {
    Dense own = q == null ? v : v.times(q);
    return new ByteProducts(products, z, SingleRows.single(own));
  }

  /** Q of X = L Q by least squares: with L = U R, U by Gram and Schmidt, twice, R Q = UᵀX. */
  private static Dense factor(Dense l, Dense x) {
    int n = l.cols();
    Dense u = l.transpose();
    Dense r = new Dense(n, n);
    for (int k = 0; k < n; k++) {
      for (int time = 0; time < 2; time++) {
        for (int p = 0; p < k; p++) {
          double along = u.rowDot(p, u, k);
          r.set(p, k, r.get(p, k) + along);
          Dense.addScaled(u.values(), k * u.cols(), u.values(), p * u.cols(), u.cols(), -along);
        }
      }
      double norm = u.rowNorm(k);
      r.set(k, k, norm);
      for (int i = 0; i < u.cols(); i++) {
        u.set(k, i, u.get(k, i) / norm);
      }
    }
    Dense q = u.times(x);
    for (int k = n - 1; k >= 0; k--) {
      for (int p = k + 1; p < n; p++) {
        Dense.addScaled(q.values(), k * q.cols(), q.values(), p * q.cols(), q.cols(), -r.get(k, p));
      }
      for (int j = 0; j < q.cols(); j++) {
        q.set(k, j, q.get(k, j) / r.get(k, k));
      }
    }
    return q;
  }
}
