package org.latentfeature.step;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Counts of the work on rows since they were loaded.
 *
 * @param bytesIn bytes copied to the device
 * @param bytesOut bytes copied back
 * @param steps by name of step, in alphabetical order
 */
public record Counters(long bytesIn, long bytesOut, Map<String, Step> steps) {

  /** Returns the counts of parts of the rows, each with its share of the same calls. */
  public static Counters beside(List<Counters> parts) {
    return merged(parts, Step::beside);
  }

  /** Returns the counts of this work and {@code later} work. */
  public Counters plus(Counters later) {
    return merged(List.of(this, later), Step::plus);
  }

  private static Counters merged(List<Counters> all, BinaryOperator<Step> both) {
    long in = 0;
    long out = 0;
    Map<String, Step> steps = new TreeMap<>();
    for (Counters one : all) {
      in += one.bytesIn;
      out += one.bytesOut;
      one.steps.forEach((name, step) -> steps.merge(name, step, both));
    }
    return new Counters(in, out, Map.copyOf(steps));
  }

  /**
   * One kind of step.
   *
   * @param calls number of calls
   * @param passes number of reads or writes of all N×D entries of X or of its residual; times
   *     4·N·D, the memory traffic if they exceed the cache
   * @param flops floating-point operations of its matrix products
   * @param seconds wall-clock time in it
   */
  public record Step(long calls, long passes, double flops, double seconds) {

    /** Returns the counts of both. */
    public Step plus(Step other) {
      return new Step(
          calls + other.calls, passes + other.passes, flops + other.flops, seconds + other.seconds);
    }

    /** The sum of both, each for its share of the rows of the same calls. */
    public Step beside(Step other) {
      return new Step(
          Math.max(calls, other.calls),
          Math.max(passes, other.passes),
          flops + other.flops,
          seconds + other.seconds);
    }

    /** The counts since {@code earlier}. */
    public Step minus(Step earlier) {
      return new Step(
          calls - earlier.calls,
          passes - earlier.passes,
          flops - earlier.flops,
          seconds - earlier.seconds);
    }
  }
}
