package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BitVectorTest {

  @Test
  void agreesWithArraysOfBooleans() {
    SplittableRandom random = new SplittableRandom(1);
    for (int length = 0; length < 200; length++) {
      boolean[] a = coins(length, random);
      boolean[] b = coins(length, random);
      BitVector x = BitVector.of(a);
      BitVector y = BitVector.of(b);
      int count = 0;
      int dot = 0;
      int distance = 0;
      for (int i = 0; i < length; i++) {
        assertEquals(a[i], x.get(i));
        count += a[i] ? 1 : 0;
        dot += a[i] && b[i] ? 1 : 0;
        distance += a[i] != b[i] ? 1 : 0;
      }
      assertEquals(length, x.length());
      assertEquals(count, x.count());
      assertEquals(dot, x.dot(y));
      assertEquals(distance, x.distance(y));
      assertEquals(distance == 0, x.equals(y));
      assertEquals(x, BitVector.ofWords(length, x.toWords()));
      assertEquals(x.hashCode(), BitVector.ofWords(length, x.toWords()).hashCode());
    }
  }

  @Test
  void entriesOutsideAreNoZeros() {
    BitVector x = BitVector.of(new boolean[70]);
    BinaryMatrix z = BinaryMatrix.empty(70).with(x);
    for (int i : new int[] {-1, 70, 127, 128, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThrows(IndexOutOfBoundsException.class, () -> x.get(i));
      assertThrows(IndexOutOfBoundsException.class, () -> z.get(i, 0));
    }
  }

  @Test
  void bitsBeyondTheEndAreIgnored() {
    BitVector x = BitVector.ofWords(3, new long[] {-1L, 99});
    assertEquals(3, x.count());
    assertEquals(7L, x.word(0));
    assertEquals(BitVector.of(new boolean[] {true, true, true}), x);
  }

  @Test
  void isImmutable() {
    long[] words = {1};
    BitVector x = BitVector.ofWords(8, words);
    words[0] = 2;
    x.toWords()[0] = 4;
    assertEquals(1L, x.word(0));
  }

  @Test
  void lengthCounts() {
    assertNotEquals(BitVector.of(new boolean[3]), BitVector.of(new boolean[4]));
    assertThrows(IllegalArgumentException.class, () -> BitVector.ofWords(65, new long[1]));
    assertThrows(
        IllegalArgumentException.class,
        () -> BitVector.of(new boolean[3]).dot(BitVector.of(new boolean[4])));
  }

  private static boolean[] coins(int length, SplittableRandom random) {
    boolean[] out = new boolean[length];
    for (int i = 0; i < length; i++) {
      out[i] = random.nextBoolean();
    }
    return out;
  }

  /** No bit beyond the length is set, or the counts would be of whole words. */
  @Test
  void theComplementOfOnesIsEmpty() {
    for (int length : new int[] {1, 63, 64, 65, 200}) {
      BitVector ones = BitVector.ones(length);
      assertEquals(length, ones.count());
      assertEquals(0, ones.complement().count());
      assertEquals(ones, ones.complement().complement());
    }
  }
}
