package org.latentfeature.openblas;

/**
 * The loops over the K features in which a greedy search spends its time. The JVM's compiler turns
 * each into vector instructions as long as it has few statements and one index into arrays of their
 * own; two of these made one would run an entry at a time, some eight times slower.
 */
final class VectorLoops {

  private VectorLoops() {}

  /** h = max(0, r² + t). */
  static void squares(float[] h, float[] r, float[] t) {
    for (int k = 0; k < h.length; k++) {
      h[k] = Math.max(0, r[k] * r[k] + t[k]);
    }
  }

  /** h = (r² + ½) / d + t. */
  static void bounds(float[] h, float[] r, float[] d, float[] t) {
    for (int k = 0; k < h.length; k++) {
      h[k] = (r[k] * r[k] + 0.5f) / d[k] + t[k];
    }
  }

  /** r −= y v; d = max(floor, d − v²). */
  static void reduce(float[] r, float[] d, float[] v, float y, float floor) {
    for (int k = 0; k < r.length; k++) {
      r[k] -= y * v[k];
      d[k] = Math.max(floor, d[k] - v[k] * v[k]);
    }
  }

  /** {@link #reduce} and {@link #bounds}. */
  static void reduceAndBound(
      float[] h, float[] r, float[] d, float[] v, float y, float floor, float[] t) {
    for (int k = 0; k < h.length; k++) {
      float rest = r[k] - y * v[k];
      float pivot = Math.max(floor, d[k] - v[k] * v[k]);
      r[k] = rest;
      d[k] = pivot;
      h[k] = (rest * rest + 0.5f) / pivot + t[k];
    }
  }

  /** h = (r² − ½ d) a + c + t. */
  static void frozenGains(float[] h, float[] r, float[] d, float[] a, float[] c, float[] t) {
    for (int k = 0; k < h.length; k++) {
      h[k] = (r[k] * r[k] - 0.5f * d[k]) * a[k] + c[k] + t[k];
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

  /** d = max(floor, d − u²). */
  static void lessSquares(float[] d, float[] u, float floor) {
    for (int k = 0; k < d.length; k++) {
      d[k] = Math.max(floor, d[k] - u[k] * u[k]);
    }
  }

  /** v = v². */
  static void square(float[] v) {
    for (int k = 0; k < v.length; k++) {
      v[k] = v[k] * v[k];
    }
  }

  /** v = v³. */
  static void cube(float[] v) {
    for (int k = 0; k < v.length; k++) {
      v[k] = v[k] * v[k] * v[k];
    }
  }

  /** s += v². */
  static void addSquares(float[] s, float[] v) {
    for (int k = 0; k < s.length; k++) {
      s[k] += v[k] * v[k];
    }
  }

  /** s = 1/√s. */
  static void inverseRoots(float[] s) {
    for (int k = 0; k < s.length; k++) {
      s[k] = 1 / (float) Math.sqrt(s[k]);
    }
  }

  /** v = v s. */
  static void multiply(float[] v, float[] s) {
    for (int k = 0; k < v.length; k++) {
      v[k] *= s[k];
    }
  }
}
