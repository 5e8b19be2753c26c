package org.latentfeature.step;

import java.util.Map;

/**
 * What was done on rows since they were loaded.
 *
 * @param bytesIn bytes that crossed to the device
 * @param bytesOut bytes that crossed back
 * @param steps by name of step, in alphabetical order
 */
public record Counters(long bytesIn, long bytesOut, Map<String, Step> steps) {

  /**
   * One kind of step.
   *
   * @param calls how often it ran
   * @param passes how often it read or wrote all N×D entries of X or of its residual; times 4·N·D
   *     the bytes that memory must move where they fit no cache
   * @param flops floating-point operations of its matrix products
   * @param seconds wall-clock time in it
   */
  public record Step(long calls, long passes, double flops, double seconds) {

    /** What both came to. */
    public Step plus(Step other) {
      return new Step(
          calls + other.calls, passes + other.passes, flops + other.flops, seconds + other.seconds);
    }

    /** What both came to, each on its share of the rows of the same calls. */
    public Step beside(Step other) {
      return new Step(
          Math.max(calls, other.calls),
          Math.max(passes, other.passes),
          flops + other.flops,
          seconds + other.seconds);
    }

    /** What came after {@code earlier}. */
    public Step minus(Step earlier) {
      return new Step(
          calls - earlier.calls,
          passes - earlier.passes,
          flops - earlier.flops,
          seconds - earlier.seconds);
    }
  }
}
