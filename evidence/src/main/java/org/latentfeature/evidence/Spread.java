package org.latentfeature.evidence;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Several runs' values of one figure.
 *
 * @param best the least
 * @param median the middle one, or the mean of the two in the middle
 * @param runs how many
 */
public record Spread(double best, double median, int runs) {

  /** Returns the median of a figure of some results, of which there is one or more. */
  public static <T> double median(List<T> results, ToDoubleFunction<T> figure) {
    double[] sorted = results.stream().mapToDouble(figure).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** Returns the spread of those {@code values} that are numbers; nothing if none is. */
  public static Optional<Spread> of(double[] values) {
    double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
    if (sorted.length == 0) {
      return Optional.empty();
    }
    int upper = sorted.length / 2;
    int lower = (sorted.length - 1) / 2;
    return Optional.of(new Spread(sorted[0], (sorted[lower] + sorted[upper]) / 2, sorted.length));
  }
}
