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
 * @param cores processors that were busy, median over the iterations; null in files of former
 *     versions
 * @param limits medians over the iterations; null where they could not be measured
 */
record Measurement(
    String step,
    String problem,
    List<Double> seconds,
    CountedWork work,
    @Nullable Double cores,
    @Nullable MeasuredLimits limits) {

  /** Share of a limit from which on it is the one that binds. */
  private static final double CLOSE = 0.5;

  /** Processors that are busy where one thread does most of the work. */
  private static final double ALONE = 1.3;

  /** Seconds of a run that calls and the waking of threads are a good part of. */
  private static final double BRIEF = 5e-4;

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

  /**
   * Returns the name of the bound on so many {@code threads}: the longer of the roofline's two if
   * that is half of the time or more; otherwise {@code one core} if more were there to use, {@code
   * latency} where a run is too short for its calls not to count, or {@code other work}, which
   * nobody counts. Null without limits.
   */
  @Nullable String bound(int threads) {
    Roofline roofline = roofline();
    if (roofline == null) {
      return null;
    }
    if (roofline.share(median()) >= CLOSE) {
      return roofline.bound();
    }
    if (median() < BRIEF) {
      return "latency";
    }
    return cores != null && threads > 1 && cores < ALONE ? "one core" : "other work";
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
