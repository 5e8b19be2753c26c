package org.latentfeature.cuda;

import org.latentfeature.data.Matrix;

/** Numbers rounded to bfloat16, of halves to the even one. */
final class Bfloat16 {

  private Bfloat16() {}

  static float round(float x) {
    return Float.intBitsToFloat(bits(x) << 16);
  }

  private static int bits(float x) {
    int bits = Float.floatToRawIntBits(x);
    return (bits + 0x7fff + (bits >>> 16 & 1)) >>> 16;
  }

  /** The entries of x, its rows in whole units. */
  static short[] copy(Matrix x) {
    int width = TileLayout.BFLOAT16.width(x.cols());
    short[] copy = new short[x.rows() * width];
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        copy[i * width + j] = (short) bits(x.get(i, j));
      }
    }
    return copy;
  }
}
