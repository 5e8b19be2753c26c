package org.latentfeature.ibp.bpmeans;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.Factors;

/**
 * The residual R = X − Z A (N×D) and the squares of its rows. A feature that is a row of R lowers
 * the error of each row R_n with ‖a‖² − 2 R_n·a &lt; 0; these take it.
 */
final class RowResiduals {

  /**
   * Rows with a smaller share of what they were are rounding errors of single precision, and count
   * as zero: which of them is largest would depend on the units of X.
   */
  private static final double ROUNDING = 1e-11;

  private final float[][] rows;
  private final double[] squares;
  private final double[] negligible;

  /**
   * One residual taken as a feature.
   *
   * @param z rows that have it, N
   * @param a its row of A, 1×D
   * @param gain what it lowers the squared error by
   */
  record Taken(BitVector z, Dense a, double gain) {}

  /** Allocates the residual of N rows of D entries, which a first call of {@code reset} sets. */
  RowResiduals(int n, int d) {
    rows = new float[n][d];
    squares = new double[n];
    negligible = new double[n];
  }

  /** R = X. */
  void reset(Matrix x) {
    for (int i = 0; i < rows.length; i++) {
      x.getRow(i, rows[i]);
      double square = dot(rows[i], rows[i]);
      negligible[i] = ROUNDING * square;
      squares[i] = square;
    }
  }

  /** R = X − Z A for the Z and A of {@code factors}. */
  void reset(Matrix x, Factors factors) {
    reset(x);
    for (int k = 0; k < factors.z().cols(); k++) {
      subtract(factors.z().column(k), floats(factors.w(), k));
    }
    for (int i = 0; i < rows.length; i++) {
      square(i);
    }
  }

  /** The row with the largest residual, the first of several. */
  int worst() {
    int worst = 0;
    for (int i = 1; i < squares.length; i++) {
      if (squares[i] > squares[worst]) {
        worst = i;
      }
    }
    return worst;
  }

  /** ‖R_n‖², 0 if that is only rounding. */
  double of(int n) {
    return squares[n];
  }

  /**
   * A row n, drawn with probability ‖R_n‖² / ‖R‖².
   *
   * @param u uniform in [0, 1)
   * @return its number; −1 if R is zero
   */
  int draw(double u) {
    double all = 0;
    int last = -1;
    for (int i = 0; i < squares.length; i++) {
      all += squares[i];
      if (squares[i] > 0) {
        last = i;
      }
    }
    double left = u * all;
    for (int i = 0; i < last; i++) {
      left -= squares[i];
      if (left < 0) {
        return i;
      }
    }
    return last;
  }

  /**
   * Returns row {@code n} of R as a feature, with the rows that would take it; R does not change.
   */
  Taken feature(int n) {
    float[] a = rows[n].clone();
    double square = dot(a, a);
    boolean[] z = new boolean[rows.length];
    double gain = 0;
    for (int i = 0; i < rows.length; i++) {
      // By Cauchy and Schwarz, no row shorter than half of a is helped.
      double gained = 4 * squares[i] > square ? 2 * dot(rows[i], a) - square : 0;
      if (i == n || gained > 0) {
        z[i] = true;
        gain += gained;
      }
    }
    Dense row = new Dense(1, a.length);
    for (int j = 0; j < a.length; j++) {
      row.set(0, j, a[j]);
    }
    return new Taken(BitVector.of(z), row, gain);
  }

  /** R for the rows that have {@code feature}. */
  void take(Taken feature) {
    subtract(feature.z(), floats(feature.a(), 0));
    for (int i = feature.z().next(0); i < rows.length; i = feature.z().next(i + 1)) {
      square(i);
    }
  }

  private static float[] floats(Dense a, int k) {
    float[] row = new float[a.cols()];
    for (int j = 0; j < row.length; j++) {
      row[j] = (float) a.get(k, j);
    }
    return row;
  }

  private void subtract(BitVector z, float[] a) {
    for (int i = z.next(0); i < rows.length; i = z.next(i + 1)) {
      float[] row = rows[i];
      for (int j = 0; j < a.length; j++) {
        row[j] -= a[j];
      }
    }
  }

  private void square(int i) {
    double square = dot(rows[i], rows[i]);
    squares[i] = square > negligible[i] ? square : 0;
  }

  /** In double precision: single precision would count a row's rounding as gain. */
  private static double dot(float[] a, float[] b) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j < a.length - 3; j += 4) {
      s0 += (double) a[j] * b[j];
      s1 += (double) a[j + 1] * b[j + 1];
      s2 += (double) a[j + 2] * b[j + 2];
      s3 += (double) a[j + 3] * b[j + 3];
    }
    for (; j < a.length; j++) {
      s0 += (double) a[j] * b[j];
    }
    return s0 + s1 + s2 + s3;
  }
}
