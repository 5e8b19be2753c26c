package org.latentfeature.bench.precision;

/** A format that the operands of a product are rounded to; sums stay in single precision. */
enum OperandFormat {
  /** Single precision: nothing is rounded. */
  SINGLE("single") {
    @Override
    float round(float x) {
      return x;
    }
  },

  /** 10 bits after the leading one, to the nearest, ties away from zero ({@code cvt.rna.tf32}). */
  TF32("TF32") {
    @Override
    float round(float x) {
      int bits = Float.floatToRawIntBits(x);
      return Float.isFinite(x) ? Float.intBitsToFloat((bits + 0x1000) & ~0x1fff) : x;
    }
  },

  /** 7 bits after the leading one, to the nearest, ties to even. */
  BF16("bf16") {
    @Override
    float round(float x) {
      return Float.isFinite(x) ? toEven(x, 16) : x;
    }
  },

  /** The same of the residual alone, as {@code --precision bf16} has it. */
  BF16_RESIDUAL("bf16 residual") {
    @Override
    float round(float x) {
      return BF16.round(x);
    }

    @Override
    OperandFormat ofSums() {
      return SINGLE;
    }
  },

  /** IEEE half precision, to the nearest, ties to even; infinite from 65520 on. */
  HALF("half") {
    @Override
    float round(float x) {
      float size = Math.abs(x);
      if (!(size < HALF_OVERFLOW)) {
        return Float.isNaN(x) ? x : Math.copySign(Float.POSITIVE_INFINITY, x);
      }
      // The last place of numbers from 0.5 to 1 is that of subnormal halves, 2^-24.
      return size < HALF_NORMAL ? Math.copySign(size + 0.5f - 0.5f, x) : toEven(x, 13);
    }

    @Override
    void roundAll(float[] from, int n, float[] into) {
      float largest = 0;
      for (int i = 0; i < n; i++) {
        largest = Math.max(largest, Math.abs(from[i]));
      }
      // A power of two changes nothing but the range.
      int shift = largest > 0 ? HALF_EXPONENT - Math.getExponent(largest) : 0;
      shift = Math.max(-MOST_SHIFT, Math.min(shift, MOST_SHIFT));
      float scale = Math.scalb(1f, shift);
      float back = Math.scalb(1f, -shift);
      for (int i = 0; i < n; i++) {
        into[i] = round(from[i] * scale) * back;
      }
    }
  };

  /** The least number that rounds to infinity: half a place above the largest half, 65504. */
  private static final float HALF_OVERFLOW = 65520;

  private static final float HALF_NORMAL = 0x1p-14f;

  /** Of the largest entry of scaled arrays, which are below 2^15. */
  private static final int HALF_EXPONENT = 14;

  private static final int MOST_SHIFT = 120;

  private final String text;

  OperandFormat(String text) {
    this.text = text;
  }

  /** The nearest number of the format. */
  abstract float round(float x);

  /** The format of sums and changes, which the residual is multiplied with. */
  OperandFormat ofSums() {
    return this;
  }

  /**
   * Rounds an array; in half precision scaled by a power of two, so that the largest entry does not
   * overflow.
   *
   * @param from {@code n} numbers
   * @param into where they go; may be {@code from}
   */
  void roundAll(float[] from, int n, float[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = round(from[i]);
    }
  }

  /** Rounds {@code drop} bits away. */
  private static float toEven(float x, int drop) {
    int bits = Float.floatToRawIntBits(x);
    int half = (1 << (drop - 1)) - 1;
    return Float.intBitsToFloat((bits + half + (bits >>> drop & 1)) & -(1 << drop));
  }

  @Override
  public String toString() {
    return text;
  }
}
