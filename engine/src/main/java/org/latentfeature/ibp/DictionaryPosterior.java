package org.latentfeature.ibp;

import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;

/**
 * The posterior of the dictionary A given Z and X in K dimensions: M = (ZᵀZ + rI)⁻¹ and G = Ā Āᵀ
 * with Ā = M ZᵀX its mean. Rows are put in and taken out by changes of rank 1 and 2.
 */
final class DictionaryPosterior {

  private int capacity;
  private int features;
  private double[] m;
  private double[] g;

  DictionaryPosterior() {
    capacity = 0;
    m = new double[0];
    g = new double[0];
  }

  /**
   * Afresh, from ZᵀZ and ZᵀXXᵀZ.
   *
   * @param ratio r = σx²/σa²
   */
  void set(Dense gram, Dense inner, double ratio) {
    features = gram.rows();
    capacity = Math.max(capacity, features + 4);
    m = new double[capacity * capacity];
    g = new double[capacity * capacity];
    if (features == 0) {
      return;
    }
    Dense regular = gram.copy();
    Dense inverse = new Dense(features, features);
    for (int k = 0; k < features; k++) {
      regular.set(k, k, regular.get(k, k) + ratio);
      inverse.set(k, k, 1);
    }
    Cholesky.of(regular).solve(inverse);
    Dense mean = inverse.times(inner).times(inverse);
    for (int k = 0; k < features; k++) {
      for (int l = 0; l < features; l++) {
        m[k * capacity + l] = (inverse.get(k, l) + inverse.get(l, k)) / 2;
        g[k * capacity + l] = (mean.get(k, l) + mean.get(l, k)) / 2;
      }
    }
  }

  int features() {
    return features;
  }

  /** M_kl. */
  double inverse(int k, int l) {
    return m[k * capacity + l];
  }

  /** G_kl. */
  double inner(int k, int l) {
    return g[k * capacity + l];
  }

  /** M v and, of the features of a row alone, M z and G z. */
  void multiply(double[] s, boolean[] z, double[] t, double[] u, double[] v) {
    for (int k = 0; k < features; k++) {
      t[k] = 0;
      u[k] = 0;
      v[k] = 0;
    }
    for (int j = 0; j < features; j++) {
      int row = j * capacity;
      if (z[j]) {
        double by = s[j];
        for (int k = 0; k < features; k++) {
          double entry = m[row + k];
          t[k] += by * entry;
          u[k] += entry;
          v[k] += g[row + k];
        }
      } else {
        Dense.addScaled(t, 0, m, row, features, s[j]);
      }
    }
  }

  /** {@code u} += {@code by} M_k, and the same of {@code v} with G. */
  void addRow(int k, double by, double[] u, double[] v) {
    Dense.addScaled(u, 0, m, k * capacity, features, by);
    Dense.addScaled(v, 0, g, k * capacity, features, by);
  }

  /** M += c u uᵀ. */
  void addInverse(double[] u, double c) {
    for (int j = 0; j < features; j++) {
      Dense.addScaled(m, j * capacity, u, 0, features, c * u[j]);
    }
  }

  /** G += sign (k hᵀ + h kᵀ) + e² k kᵀ. */
  void addInner(double[] gain, double[] h, double sign, double e2) {
    for (int j = 0; j < features; j++) {
      double byGain = sign * h[j] + e2 * gain[j];
      double byH = sign * gain[j];
      int row = j * capacity;
      for (int k = 0; k < features; k++) {
        g[row + k] += byGain * gain[k] + byH * h[k];
      }
    }
  }

  /** A feature that no row has. */
  void add(double ratio) {
    if (features == capacity) {
      grow();
    }
    int k = features++;
    for (int j = 0; j < features; j++) {
      m[j * capacity + k] = 0;
      m[k * capacity + j] = 0;
      g[j * capacity + k] = 0;
      g[k * capacity + j] = 0;
    }
    m[k * capacity + k] = 1 / ratio;
  }

  private void grow() {
    int wider = 2 * capacity;
    m = wider(m, wider);
    g = wider(g, wider);
    capacity = wider;
  }

  private double[] wider(double[] of, int width) {
    double[] all = new double[width * width];
    for (int j = 0; j < features; j++) {
      System.arraycopy(of, j * capacity, all, j * width, features);
    }
    return all;
  }

  /** The largest difference to {@code other}, in units of the largest entries of M and of G. */
  double distance(DictionaryPosterior other) {
    double[] most = new double[4];
    for (int k = 0; k < features; k++) {
      for (int l = 0; l < features; l++) {
        most[0] = Math.max(most[0], Math.abs(inverse(k, l) - other.inverse(k, l)));
        most[1] = Math.max(most[1], Math.abs(inverse(k, l)));
        most[2] = Math.max(most[2], Math.abs(inner(k, l) - other.inner(k, l)));
        most[3] = Math.max(most[3], Math.abs(inner(k, l)));
      }
    }
    return features == 0 ? 0 : Math.max(most[0] / most[1], most[2] / most[3]);
  }

  /** Removes a feature that no row has; the last takes its place. */
  void remove(int k) {
    int last = --features;
    for (double[] of : new double[][] {m, g}) {
      double corner = of[last * capacity + last];
      for (int j = 0; j < features; j++) {
        of[k * capacity + j] = of[last * capacity + j];
        of[j * capacity + k] = of[j * capacity + last];
      }
      if (k < last) {
        of[k * capacity + k] = corner;
      }
    }
  }
}
