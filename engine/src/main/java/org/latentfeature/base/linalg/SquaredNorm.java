package org.latentfeature.base.linalg;

/** Sums of squares, in double precision, of entries on the heap. */
public final class SquaredNorm {

  private SquaredNorm() {}

  /**
   * Computes the sum of squares of {@code count} entries, the first at {@code from}: in four sums,
   * to which a processor adds at the same time.
   *
   * @param values some entries
   */
  public static double of(float[] values, int from, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int p = from;
    for (int end = from + count - 3; p < end; p += 4) {
      a += (double) values[p] * values[p];
      b += (double) values[p + 1] * values[p + 1];
      c += (double) values[p + 2] * values[p + 2];
      d += (double) values[p + 3] * values[p + 3];
    }
    for (; p < from + count; p++) {
      a += (double) values[p] * values[p];
    }
    return (a + b) + (c + d);
  }
}
