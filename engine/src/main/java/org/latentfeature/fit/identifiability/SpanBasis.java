package org.latentfeature.fit.identifiability;

import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;

/**
 * K independent candidates in place of Z's columns, and the dictionary that goes with them: Z W =
 * (Z T)(T⁻¹ W). A candidate takes a place by a step of Gauss and Jordan's elimination.
 */
final class SpanBasis {

  /** A smaller coefficient is rounding: they are ratios of minors of a 0-1 matrix. */
  private static final double ZERO = 1e-6;

  /** An entry of W is negative beyond so many deviations of its noise. */
  private static final double DEVIATIONS = 3;

  /** The candidate at each place. */
  private final int[] members;

  /** The coefficients of each candidate on the members. */
  private final double[][] on;

  private final Dense w;

  /** A root of the covariance of a column of W, K×K. */
  private final Dense noise;

  private SpanBasis(int[] members, double[][] on, Dense w, Dense noise) {
    this.members = members;
    this.on = on;
    this.w = w;
    this.noise = noise;
  }

  /**
   * Z's columns, which are the first candidates, and W.
   *
   * @param variance of the noise of X
   */
  static SpanBasis of(SpanCandidates all, Dense w, double variance) {
    int k = w.rows();
    double[][] on = new double[all.combinations().size()][k];
    for (int c = 0; c < on.length; c++) {
      for (int f = 0; f < k; f++) {
        on[c][f] = all.combinations().get(c).coefficient(f);
      }
    }
    int[] members = new int[k];
    for (int f = 0; f < k; f++) {
      members[f] = f;
    }
    // σ²(ZᵀZ)⁻¹ = (σ L⁻ᵀ)(σ L⁻ᵀ)ᵀ with ZᵀZ = L Lᵀ.
    Dense root = new Dense(k, k);
    for (int f = 0; f < k; f++) {
      root.set(f, f, Math.sqrt(variance));
    }
    Dense noise = Cholesky.of(gram(all, k)).solveLower(root).transpose();
    return new SpanBasis(members, on, w.copy(), noise);
  }

  /** ZᵀZ. */
  private static Dense gram(SpanCandidates all, int k) {
    Dense gram = new Dense(k, k);
    all.codes()
        .forEach(
            (code, count) -> {
              for (int a = code.next(0); a < k; a = code.next(a + 1)) {
                for (int b = code.next(0); b < k; b = code.next(b + 1)) {
                  gram.set(a, b, gram.get(a, b) + count);
                }
              }
            });
    return gram;
  }

  SpanBasis copy() {
    double[][] copied = new double[on.length][];
    for (int c = 0; c < on.length; c++) {
      copied[c] = on[c].clone();
    }
    return new SpanBasis(members.clone(), copied, w.copy(), noise.copy());
  }

  /** Returns a copy of the first {@code preferred} candidates that are independent. */
  SpanBasis greedy(int[] preferred) {
    SpanBasis to = copy();
    boolean[] isTaken = new boolean[members.length];
    int left = members.length;
    for (int i = 0; i < preferred.length && left > 0; i++) {
      double[] a = to.on[preferred[i]];
      int place = -1;
      for (int j = 0; j < a.length; j++) {
        if (!isTaken[j] && Math.abs(a[j]) > (place < 0 ? ZERO : Math.abs(a[place]))) {
          place = j;
        }
      }
      if (place >= 0) {
        to.exchange(place, preferred[i]);
        isTaken[place] = true;
        left--;
      }
    }
    return to;
  }

  int[] members() {
    return members;
  }

  Dense w() {
    return w;
  }

  int candidates() {
    return on.length;
  }

  /** Returns whether candidate {@code c} may take place {@code j}. */
  boolean admits(int j, int c) {
    return Math.abs(on[c][j]) > ZERO;
  }

  /** Gives place {@code j} to candidate {@code c}. */
  void exchange(int j, int c) {
    double[] a = on[c].clone();
    exchange(w, j, a);
    exchange(noise, j, a);
    for (double[] s : on) {
      s[j] /= a[j];
      for (int i = 0; i < a.length; i++) {
        if (i != j) {
          s[i] -= a[i] * s[j];
        }
      }
    }
    members[j] = c;
  }

  private static void exchange(Dense of, int j, double[] a) {
    int d = of.cols();
    double[] entries = of.values();
    for (int i = 0; i < d; i++) {
      entries[j * d + i] /= a[j];
    }
    for (int i = 0; i < a.length; i++) {
      if (i != j && a[i] != 0) {
        Dense.addScaled(entries, i * d, entries, j * d, d, -a[i]);
      }
    }
  }

  /** W Wᵀ. */
  double[][] gram() {
    return w.timesTransposed(w).toArray();
  }

  /** ‖W‖² after candidate {@code c} took place {@code j}, by G = W Wᵀ. */
  double length(double[][] gram, int j, int c) {
    double[] a = on[c];
    double own = gram[j][j] / (a[j] * a[j]);
    double sum = own;
    for (int i = 0; i < a.length; i++) {
      if (i != j) {
        sum += gram[i][i] - 2 * a[i] / a[j] * gram[i][j] + a[i] * a[i] * own;
      }
    }
    return sum;
  }

  /** {@link #negative()} after candidate {@code c} took place {@code j}. */
  double negative(int j, int c) {
    double[] a = on[c];
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += i == j ? negative(i, 1 / a[j], i, 0) : negative(i, 1, j, -a[i] / a[j]);
    }
    return sum;
  }

  /** Σ min(0, w + 3σ)², σ the standard deviation of each w: what noise does not explain. */
  double negative() {
    double sum = 0;
    for (int i = 0; i < members.length; i++) {
      sum += negative(i, 1, i, 0);
    }
    return sum;
  }

  /** The sum of row p w_i + q w_j. */
  private double negative(int i, double p, int j, double q) {
    double variance = 0;
    for (int t = 0; t < noise.cols(); t++) {
      double entry = p * noise.get(i, t) + q * noise.get(j, t);
      variance += entry * entry;
    }
    double allowed = DEVIATIONS * Math.sqrt(variance);
    int d = w.cols();
    double[] entries = w.values();
    double sum = 0;
    for (int t = 0; t < d; t++) {
      double value = Math.min(0, p * entries[i * d + t] + q * entries[j * d + t] + allowed);
      sum += value * value;
    }
    return sum;
  }
}
