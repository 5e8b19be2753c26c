package org.latentfeature.base.linalg;

/**
 * The orthogonal matrix nearest to a square one, (M Mᵀ)^(−½) M, by Newton and Schulz's iteration
 * (Higham 2008, section 8.3): products only.
 */
public final class Polar {

  /** Largest deviation of an entry of U Uᵀ from the unit matrix's: single precision's. */
  private static final double ACCURACY = 1e-7;

  /** The iteration converges from singular values between 0 and √3. */
  private static final double RADIUS = Math.sqrt(3);

  private static final int MOST = 60;

  private Polar() {}

  /**
   * The orthogonal factor of {@code m} (n×n). Of a singular one, some matrix of norm 1 that
   * completes what it has of one.
   */
  public static Dense factor(Algebra algebra, Dense m) {
    int n = m.rows();
    Dense u = m.copy();
    scale(u, Math.sqrt(n) / Math.sqrt(Math.max(Double.MIN_NORMAL, m.squaredNorm())));
    Dense gram = algebra.multiplyTransposed(u, u);
    double most = Math.sqrt(largestRowSum(gram));
    if (most >= RADIUS) {
      double by = 0.99 * RADIUS / most;
      scale(u, by);
      scale(gram, by * by);
    }
    for (int step = 0; step < MOST && deviation(gram) > ACCURACY; step++) {
      Dense next = algebra.multiply(gram, u);
      double[] v = u.values();
      for (int i = 0; i < v.length; i++) {
        v[i] = 1.5 * v[i] - 0.5 * next.values()[i];
      }
      gram = algebra.multiplyTransposed(u, u);
    }
    return u;
  }

  private static void scale(Dense a, double by) {
    double[] v = a.values();
    for (int i = 0; i < v.length; i++) {
      v[i] *= by;
    }
  }

  /** At least the largest eigenvalue of {@code gram}. */
  private static double largestRowSum(Dense gram) {
    double most = 0;
    for (int i = 0; i < gram.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < gram.cols(); j++) {
        sum += Math.abs(gram.get(i, j));
      }
      most = Math.max(most, sum);
    }
    return most;
  }

  private static double deviation(Dense gram) {
    double most = 0;
    for (int i = 0; i < gram.rows(); i++) {
      for (int j = 0; j < gram.cols(); j++) {
        most = Math.max(most, Math.abs(gram.get(i, j) - (i == j ? 1 : 0)));
      }
    }
    return most;
  }
}
