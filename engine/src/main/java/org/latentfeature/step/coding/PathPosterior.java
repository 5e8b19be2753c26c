package org.latentfeature.step.coding;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;

/**
 * The coefficients of one row given its set of features A, q(c_A) = N(μ_A, Σ_A), and the likelihood
 * of the row with them integrated out; in double precision (docs/markov.md, equations (1) and (2)):
 *
 * <pre>
 *   P = λs² I + W_A W_Aᵀ = L Lᵀ,  b = W_A x,  y = L⁻¹ b,  μ = L⁻ᵀ y,  Σ = s² P⁻¹
 *   ln p(x|A) = −½ D ln(2πs²) − ‖x‖²/(2s²) + ‖y‖²/(2s²) − ½ ln|P| + ½ n ln(λs²)
 * </pre>
 *
 * <p>Sums over D run over the row's known entries, those that are not NaN. Keeps the last row: use
 * it from one thread.
 */
public final class PathPosterior implements RowCode {

  private final Dense w;
  private final Dense gram;
  private final double variance;
  private final double ridge;

  private int size;
  private int[] features = new int[0];
  private int[] unknown = new int[0];
  private int unknownCount;
  private float[] x = new float[0];

  /** L, in rows of length {@link #size}, as the two below. */
  private double[] factor = new double[0];

  /** L⁻¹. */
  private double[] inverse = new double[0];

  /** Σ, computed on demand. */
  private double[] covariance = new double[0];

  private boolean covarianceKnown;
  private double[] b = new double[0];
  private double[] y = new double[0];
  private double[] mean = new double[0];
  private double squaredNorm;
  private double logLikelihood;

  /**
   * For a dictionary; the matrices are not copied.
   *
   * @param w K×D
   * @param gram W Wᵀ, K×K
   * @param variance s², that of the noise
   * @param ridge λs²
   */
  public PathPosterior(Dense w, Dense gram, double variance, double ridge) {
    this.w = w;
    this.gram = gram;
    this.variance = variance;
    this.ridge = ridge;
  }

  /**
   * Takes {@code row}, of length D, which is not copied, with the features of a path.
   *
   * @param at number of the path among {@code paths}
   */
  public void take(float[] row, Paths paths, int at) {
    begin(row, paths.length(at));
    for (int a = 0; a < size; a++) {
      features[a] = paths.feature(at, a);
    }
    solve();
  }

  /** Takes {@code row} with the features listed in {@code set}, each once. */
  public void take(float[] row, int[] set) {
    begin(row, set.length);
    System.arraycopy(set, 0, features, 0, size);
    solve();
  }

  private void begin(float[] row, int count) {
    x = row;
    size = count;
    if (features.length < count) {
      int room = Math.max(8, 2 * count);
      features = new int[room];
      b = new double[room];
      y = new double[room];
      mean = new double[room];
      factor = new double[room * room];
      inverse = new double[room * room];
      covariance = new double[room * room];
    }
    covarianceKnown = false;
    unknownCount = 0;
    squaredNorm = squaredNorm(row);
    if (Double.isNaN(squaredNorm)) {
      setApartUnknown();
    }
  }

  /** In four sums: each waits for its own last term only. */
  private static double squaredNorm(float[] row) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int d = 0;
    for (; d < row.length - 3; d += 4) {
      s0 += (double) row[d] * row[d];
      s1 += (double) row[d + 1] * row[d + 1];
      s2 += (double) row[d + 2] * row[d + 2];
      s3 += (double) row[d + 3] * row[d + 3];
    }
    for (; d < row.length; d++) {
      s0 += (double) row[d] * row[d];
    }
    return (s0 + s1) + (s2 + s3);
  }

  private void setApartUnknown() {
    squaredNorm = 0;
    if (unknown.length < x.length) {
      unknown = new int[x.length];
    }
    for (int d = 0; d < x.length; d++) {
      double v = x[d];
      if (Double.isNaN(v)) {
        unknown[unknownCount++] = d;
      } else {
        squaredNorm += v * v;
      }
    }
  }

  private void solve() {
    int n = size;
    double half = 0;
    double logs = 0;
    for (int i = 0; i < n; i++) {
      int f = features[i];
      b[i] = project(f);
      double sum = b[i];
      for (int j = 0; j <= i; j++) {
        double entry = gram(f, features[j]) + (i == j ? ridge : 0);
        for (int m = 0; m < j; m++) {
          entry -= factor[i * n + m] * factor[j * n + m];
        }
        if (j < i) {
          factor[i * n + j] = entry / factor[j * n + j];
          sum -= factor[i * n + j] * y[j];
        } else {
          // Rounding must not take a pivot below what it is without any features.
          double pivot = Math.max(ridge, entry);
          factor[i * n + i] = Math.sqrt(pivot);
          logs += Math.log(pivot / ridge);
        }
      }
      y[i] = sum / factor[i * n + i];
      half += y[i] * y[i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = y[i];
      for (int j = i + 1; j < n; j++) {
        sum -= factor[j * n + i] * mean[j];
      }
      mean[i] = sum / factor[i * n + i];
    }
    logLikelihood =
        -0.5 * known() * Math.log(2 * Math.PI * variance)
            + (half - squaredNorm) / (2 * variance)
            - 0.5 * logs;
  }

  /** w_fᵀx over the known entries. */
  private double project(int f) {
    double[] values = w.values();
    int at = f * x.length;
    if (unknownCount == 0) {
      return product(values, at, x);
    }
    double sum = 0;
    for (int d = 0; d < x.length; d++) {
      if (!Float.isNaN(x[d])) {
        sum += values[at + d] * x[d];
      }
    }
    return sum;
  }

  /** In four sums, as {@link #squaredNorm}. */
  private static double product(double[] w, int at, float[] row) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int d = 0;
    for (; d < row.length - 3; d += 4) {
      s0 += w[at + d] * row[d];
      s1 += w[at + d + 1] * row[d + 1];
      s2 += w[at + d + 2] * row[d + 2];
      s3 += w[at + d + 3] * row[d + 3];
    }
    for (; d < row.length; d++) {
      s0 += w[at + d] * row[d];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** w_fᵀw_g over the known entries. */
  private double gram(int f, int g) {
    double sum = gram.get(f, g);
    for (int u = 0; u < unknownCount; u++) {
      sum -= w.get(f, unknown[u]) * w.get(g, unknown[u]);
    }
    return sum;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int feature(int a) {
    return features[a];
  }

  /** W, by which missing entries are filled in. */
  Dense w() {
    return w;
  }

  /** The row that was taken. */
  float[] row() {
    return x;
  }

  /** Number of known entries of the row. */
  int known() {
    return x.length - unknownCount;
  }

  /** ‖x‖². */
  double squaredNorm() {
    return squaredNorm;
  }

  /** Returns whether every entry of the row is known. */
  boolean complete() {
    return unknownCount == 0;
  }

  @Override
  public double logLikelihood() {
    return logLikelihood;
  }

  @Override
  public double mean(int a) {
    return mean[a];
  }

  /** E[c_a c_b] = μ_a μ_b + Σ_ab. */
  double secondMoment(int a, int c) {
    if (!covarianceKnown) {
      invert();
    }
    return mean[a] * mean[c] + covariance[a * size + c];
  }

  @Override
  public double squaredError() {
    // b = Pμ, so that ‖x‖² − 2 bᵀμ + μᵀ(P − λs²)μ is this:
    double error = squaredNorm;
    for (int a = 0; a < size; a++) {
      error -= (b[a] + ridge * mean[a]) * mean[a];
    }
    return Math.max(0, error);
  }

  /** E ‖x − W_Aᵀc‖² over q(c_A), that of the known entries. */
  double expectedSquaredError() {
    if (!covarianceKnown) {
      invert();
    }
    // The covariance adds tr((P − λs²) Σ) = s² n − λs² tr Σ.
    double error = squaredError();
    for (int a = 0; a < size; a++) {
      error += variance - ridge * covariance[a * size + a];
    }
    return Math.max(0, error);
  }

  /** Σ = s² L⁻ᵀ L⁻¹. */
  private void invert() {
    int n = size;
    for (int i = 0; i < n; i++) {
      double pivot = 1 / factor[i * n + i];
      inverse[i * n + i] = pivot;
      for (int j = 0; j < i; j++) {
        double sum = 0;
        for (int m = j; m < i; m++) {
          sum += factor[i * n + m] * inverse[m * n + j];
        }
        inverse[i * n + j] = -sum * pivot;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int m = i; m < n; m++) {
          sum += inverse[m * n + i] * inverse[m * n + j];
        }
        covariance[i * n + j] = variance * sum;
        covariance[j * n + i] = variance * sum;
      }
    }
    covarianceKnown = true;
  }

  @Override
  public void reconstruct(float[] into) {
    double[] values = w.values();
    Arrays.fill(into, 0, x.length, 0);
    for (int a = 0; a < size; a++) {
      int at = features[a] * x.length;
      for (int d = 0; d < x.length; d++) {
        into[d] += (float) (mean[a] * values[at + d]);
      }
    }
  }
}
