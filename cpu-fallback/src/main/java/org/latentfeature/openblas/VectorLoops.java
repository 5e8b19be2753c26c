package org.latentfeature.openblas;

/**
 * The loops over the K features in which a greedy search spends its time. The Java machine's
 * compiler turns each into vector instructions as long as it has few statements and one index into
 * arrays of their own; two of these made one would run an entry at a time, some eight times slower.
 */
final class VectorLoops {

  private VectorLoops() {}

  /** h = max(0, r² a + c). */
  static void scaledSquares(float[] h, float[] r, float[] a, float[] c) {
    for (int k = 0; k < h.length; k++) {
      h[k] = Math.max(0, r[k] * r[k] * a[k] + c[k]);
    }
  }

  /** h = max(0, r² + c + d t). */
  static void bounds(float[] h, float[] r, float[] d, float[] c, float[] t) {
    for (int k = 0; k < h.length; k++) {
      h[k] = Math.max(0, r[k] * r[k] + c[k] + d[k] * t[k]);
    }
  }

  /** r −= y v; d = max(1, d − v²); h = max(0, r² + c + d t). */
  static void reduceAndBound(
      float[] h, float[] r, float[] d, float[] v, float y, float[] c, float[] t) {
    for (int k = 0; k < h.length; k++) {
      float rest = r[k] - y * v[k];
      float pivot = Math.max(1, d[k] - v[k] * v[k]);
      r[k] = rest;
      d[k] = pivot;
      h[k] = Math.max(0, rest * rest + c[k] + pivot * t[k]);
    }
  }

  /** r −= y v; d = max(1, d − v²). */
  static void reduce(float[] r, float[] d, float[] v, float y) {
    for (int k = 0; k < v.length; k++) {
      r[k] -= y * v[k];
      d[k] = Math.max(1, d[k] - v[k] * v[k]);
    }
  }

  /** h = max(0, (r² − d/2) a + c + t). */
  static void frozenGains(float[] h, float[] r, float[] d, float[] a, float[] c, float[] t) {
    for (int k = 0; k < h.length; k++) {
      h[k] = Math.max(0, (r[k] * r[k] - 0.5f * d[k]) * a[k] + c[k] + t[k]);
    }
  }

  /** v = s g. */
  static void scale(float[] v, float[] g, float s) {
    for (int k = 0; k < v.length; k++) {
      v[k] = s * g[k];
    }
  }

  /** v = s (g − a u). */
  static void less(float[] v, float[] g, float a, float[] u, float s) {
    for (int k = 0; k < v.length; k++) {
      v[k] = s * (g[k] - a * u[k]);
    }
  }

  /** v = s (g − a0 u0 − a1 u1 − a2 u2 − a3 u3). */
  static void less4(
      float[] v,
      float[] g,
      float a0,
      float[] u0,
      float a1,
      float[] u1,
      float a2,
      float[] u2,
      float a3,
      float[] u3,
      float s) {
    for (int k = 0; k < v.length; k++) {
      v[k] = s * (g[k] - a0 * u0[k] - a1 * u1[k] - a2 * u2[k] - a3 * u3[k]);
    }
  }

  /** v −= u². */
  static void lessSquares(float[] v, float[] u) {
    for (int k = 0; k < v.length; k++) {
      v[k] -= u[k] * u[k];
    }
  }
}
