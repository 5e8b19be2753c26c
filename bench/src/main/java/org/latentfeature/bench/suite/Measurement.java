package org.latentfeature.bench.suite;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.bench.step.CountedWork;

/**
 * One step on one problem.
 *
 * @param step its name
 * @param problem rows x columns x features
 * @param seconds of one run, one for each iteration
 * @param work of one run
 * @param limits medians over the iterations; null where they could not be measured
 */
record Measurement(
    String step,
    String problem,
    List<Double> seconds,
    CountedWork work,
    @Nullable MeasuredLimits limits) {

  /** Keeps an unmodifiable copy. */
  Measurement {
    seconds = List.copyOf(seconds);
  }

  /** The median of the iterations. */
  double median() {
    return median(seconds.stream().mapToDouble(Double::doubleValue).toArray());
  }

  double least() {
    return seconds.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
  }

  double most() {
    return seconds.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  double flopsPerSecond() {
    return (work.singleFlops() + work.doubleFlops()) / median();
  }

  double bytesPerSecond() {
    return work.bytes() / median();
  }

  /** Held against the limits; null without any. */
  @Nullable Roofline roofline() {
    return limits == null ? null : Roofline.of(work, limits);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
