package org.latentfeature.bench.precision;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rounding, bit by bit. */
final class OperandFormatTest {

  /** Bits of single-precision numbers, before and after. */
  @ParameterizedTest
  @CsvSource({
    // Exact, below a tie, a tie, above a tie.
    "TF32, 3f802000, 3f802000",
    "TF32, 3f800fff, 3f800000",
    "TF32, 3f801000, 3f802000",
    "TF32, 3f803000, 3f804000",
    "TF32, bf801000, bf802000",
    "TF32, 3f801001, 3f802000",
    // A carry into the exponent, overflow, subnormals.
    "TF32, 3ffff000, 40000000",
    "TF32, 7f7fffff, 7f800000",
    "TF32, 7f7fefff, 7f7fe000",
    "TF32, 00001000, 00002000",
    "TF32, 00000fff, 00000000",
    "TF32, 807fffff, 80800000",
    "TF32, ff800000, ff800000",
    "BF16, 3f810000, 3f810000",
    "BF16, 3f807fff, 3f800000",
    "BF16, 3f808000, 3f800000",
    "BF16, 3f818000, 3f820000",
    "BF16, bf818000, bf820000",
    "BF16, 3f808001, 3f810000",
    "BF16, 3fffc000, 40000000",
    "BF16, 7f7fffff, 7f800000",
    "BF16, 7f7f7fff, 7f7f0000",
    "BF16, 00008000, 00000000",
    "BF16, 00018000, 00020000",
    "BF16, 80008001, 80010000",
    "BF16, 7f800000, 7f800000",
    "HALF, 3f802000, 3f802000",
    "HALF, 3f800fff, 3f800000",
    "HALF, 3f801000, 3f800000",
    "HALF, 3f803000, 3f804000",
    "HALF, bf803000, bf804000",
    "HALF, 3f801001, 3f802000",
    "HALF, 3ffff000, 40000000",
    // 65504, 65519.996, 65520, −10^6.
    "HALF, 477fe000, 477fe000",
    "HALF, 477fefff, 477fe000",
    "HALF, 477ff000, 7f800000",
    "HALF, c9742400, ff800000",
    // 2^-14, and the last place below it, 2^-24: half of it, one and a half, a little more than
    // half.
    "HALF, 38800000, 38800000",
    "HALF, 387fffff, 38800000",
    "HALF, 33800000, 33800000",
    "HALF, 33000000, 00000000",
    "HALF, b3000000, 80000000",
    "HALF, 33000001, 33800000",
    "HALF, 33c00000, 34000000",
    "HALF, b3c00000, b4000000",
    "HALF, 00000001, 00000000",
    "HALF, 80000000, 80000000",
    "SINGLE, 3f800001, 3f800001"
  })
  void numbersRound(OperandFormat format, String before, String after) {
    float x = Float.intBitsToFloat(Integer.parseUnsignedInt(before, 16));
    int rounded = Float.floatToRawIntBits(format.round(x));
    assertEquals(after, "%08x".formatted(rounded));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNoNumberStays(OperandFormat format) {
    assertTrue(Float.isNaN(format.round(Float.NaN)));
    assertTrue(Float.isNaN(format.round(Float.intBitsToFloat(0x7fffffff))));
  }

  /** The number of a half's bits, by its definition. */
  private static double half(int bits) {
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    return exponent == 0 ? fraction * 0x1p-24 : Math.scalb(1 + fraction * 0x1p-10, exponent - 15);
  }

  @Test
  void everyHalfStaysAndNumbersBetweenTwoGoToTheNearer() {
    // 65504 is the last.
    for (int bits = 0; bits < 0x7bff; bits++) {
      float lower = (float) half(bits);
      float upper = (float) half(bits + 1);
      float middle = (lower + upper) / 2;
      assertEquals(lower, OperandFormat.HALF.round(lower));
      assertEquals(-lower, OperandFormat.HALF.round(-lower));
      assertEquals((bits & 1) == 0 ? lower : upper, OperandFormat.HALF.round(middle));
      assertEquals(lower, OperandFormat.HALF.round(Math.nextDown(middle)));
      assertEquals(upper, OperandFormat.HALF.round(Math.nextUp(middle)));
    }
  }

  @Test
  void everyBf16StaysAndTiesGoToEven() {
    for (int bits = 0; bits < 0x7f7f; bits++) {
      float lower = Float.intBitsToFloat(bits << 16);
      float middle = Float.intBitsToFloat(bits << 16 | 0x8000);
      float upper = Float.intBitsToFloat((bits + 1) << 16);
      assertEquals(lower, OperandFormat.BF16.round(lower));
      assertEquals((bits & 1) == 0 ? lower : upper, OperandFormat.BF16.round(middle));
    }
  }

  /** Only halves need a scale, for their range; a power of two, which costs no digits. */
  @Test
  void arraysOfHalvesAreScaled() {
    float[] large = {1e9f, -3e9f, 1e-3f, 0};
    float[] small = {1e-9f, -3e-9f, 1e-18f, 0};
    OperandFormat.HALF.roundAll(large, 3, large);
    OperandFormat.HALF.roundAll(small, 3, small);
    assertEquals(1e9f, large[0], 1e9f / 2048);
    assertEquals(-3e9f, large[1], 3e9f / 2048);
    assertEquals(0, large[2], "below the least of the largest entry's scale");
    assertEquals(1e-9f, small[0], 1e-9f / 2048);
    assertEquals(-3e-9f, small[1], 3e-9f / 2048);
    float[] again = small.clone();
    OperandFormat.HALF.roundAll(again, 3, again);
    assertArrayEquals(small, again);
    float[] zeros = new float[2];
    OperandFormat.HALF.roundAll(zeros, 2, zeros);
    assertArrayEquals(new float[2], zeros);
  }
}
