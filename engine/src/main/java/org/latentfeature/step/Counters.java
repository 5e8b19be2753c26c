package org.latentfeature.step;

import java.util.Map;

/**
 * Counts of the work on rows since they were loaded.
 *
 * @param bytesIn bytes copied to the device
 * @param bytesOut bytes copied back
 * @param steps by name of step, in alphabetical order
 */
public record Counters(long bytesIn, long bytesOut, Map<String, Step> steps) {

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

    /** What both came to. */
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
