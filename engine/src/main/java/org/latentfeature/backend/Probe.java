package org.latentfeature.backend;

import java.util.List;

/**
 * What a provider found out about this machine.
 *
 * @param summary a line for the user: device, library, version; empty if unavailable
 * @param devices those that a user can choose among by number; empty if there is nothing to choose
 * @param reasons why it cannot run here, empty if it can; each one something a person can act on,
 *     its first clause saying what is missing, and further ones, after semicolons, what to do
 */
public record Probe(String summary, List<Device> devices, List<String> reasons) {

  /** Keeps unmodifiable copies of the lists. */
  public Probe {
    devices = List.copyOf(devices);
    reasons = List.copyOf(reasons);
  }

  /**
   * It can run, on {@code summary}.
   *
   * @param summary what runs, in a few words
   */
  public static Probe available(String summary) {
    return new Probe(summary, List.of(), List.of());
  }

  /**
   * It can run on any of {@code devices}.
   *
   * @param summary what runs, in a few words
   */
  public static Probe available(String summary, List<Device> devices) {
    return new Probe(summary, devices, List.of());
  }

  /** It cannot run, for these reasons. */
  public static Probe unavailable(String... reasons) {
    return new Probe("", List.of(), List.of(reasons));
  }

  /** It cannot run, for these reasons, although there are devices. */
  public static Probe unavailable(List<Device> devices, List<String> reasons) {
    return new Probe("", devices, reasons);
  }

  /** Whether it can run. */
  public boolean isAvailable() {
    return reasons.isEmpty();
  }

  /** Every reason, as one line. */
  public String everyReason() {
    return String.join("; ", reasons);
  }

  /**
   * The first clause of the first reason, for a user who did not ask for this backend.
   *
   * @throws IndexOutOfBoundsException if it can run
   */
  public String mainReason() {
    return reasons.get(0).split(";", 2)[0];
  }
}
