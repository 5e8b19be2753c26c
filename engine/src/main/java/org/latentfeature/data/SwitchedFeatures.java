package org.latentfeature.data;

import java.util.Arrays;
import org.latentfeature.base.random.RandomStream;

/**
 * Features that are on in runs of rows, independent of each other: each is a Markov chain whose
 * rates, the probabilities that it is switched on or off from a row to the next, are uniform in a
 * range of their own.
 *
 * @param leastOn least rate of switching on
 * @param mostOn greatest rate of switching on
 * @param leastOff least rate of switching off
 * @param mostOff greatest rate of switching off
 */
record SwitchedFeatures(double leastOn, double mostOn, double leastOff, double mostOff) {

  /** Draws the bits of {@code features} features in {@code rows} rows. */
  FeatureBits draw(int rows, int features, RandomStream random) {
    BitVector[] runs = new BitVector[features];
    Arrays.setAll(runs, k -> runs(rows, random));
    return (i, z) -> {
      for (int k = 0; k < z.length; k++) {
        z[k] = runs[k].get(i);
      }
    };
  }

  /** The rows in which one feature is on, of which the first is as likely as any. */
  private BitVector runs(int rows, RandomStream random) {
    double on = leastOn + (mostOn - leastOn) * random.nextDouble();
    double off = leastOff + (mostOff - leastOff) * random.nextDouble();
    boolean isOn = random.nextDouble() < on / (on + off);
    boolean[] rowsOn = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      rowsOn[i] = isOn;
      isOn ^= random.nextDouble() < (isOn ? off : on);
    }
    return BitVector.of(rowsOn);
  }
}
