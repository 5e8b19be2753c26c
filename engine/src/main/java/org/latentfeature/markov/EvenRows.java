package org.latentfeature.markov;

import java.util.stream.IntStream;

/** A part of many rows that an estimate rests on. */
final class EvenRows {

  private EvenRows() {}

  /** All of 0 … {@code count}−1, or {@code most} of them, evenly spread. */
  static int[] of(int count, int most) {
    int part = Math.min(count, most);
    return IntStream.range(0, part).map(i -> (int) ((long) i * count / part)).toArray();
  }
}
