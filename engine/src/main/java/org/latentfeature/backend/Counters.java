package org.latentfeature.backend;

import java.util.Map;

/**
 * What a session has done since it was opened.
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
   * @param flops floating-point operations of its matrix products
   * @param seconds wall-clock time in it
   */
  public record Step(long calls, double flops, double seconds) {}
}
