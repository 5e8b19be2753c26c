package org.latentfeature.bench;

import java.util.Arrays;

/** Repeated measurements of one quantity. */
final class RepeatedTimes {

  private double[] values = new double[0];

  void add(double value) {
    values = Arrays.copyOf(values, values.length + 1);
    values[values.length - 1] = value;
  }

  /** Runs {@code work} and adds the seconds that it took, which are also returned. */
  double time(Runnable work) {
    long start = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - start) * 1e-9;
    add(seconds);
    return seconds;
  }

  /** The middle one, of an even number the mean of the two in the middle; NaN of none. */
  double median() {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  double least() {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  double most() {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }
}
