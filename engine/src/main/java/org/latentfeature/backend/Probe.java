package org.latentfeature.backend;

import java.util.List;

/**
 * The result of checking whether a backend can run on this machine.
 *
 * @param summary a line for the user: device, library, version; empty if unavailable
 * @param devices devices that a user can choose by number; empty if there is no choice
 * @param reasons why it cannot run here, empty if it can; each reason can be acted on: its first
 *     clause names what is missing, further ones, after semicolons, what to do
 */
public record Probe(String summary, List<Device> devices, List<String> reasons) {

  /** Keeps unmodifiable copies of the lists. */
  public Probe {
    devices = List.copyOf(devices);
    reasons = List.copyOf(reasons);
  }

  /**
   * The backend can run.
   *
   * @param summary what runs, in a few words
   */
  public static Probe available(String summary) {
    return new Probe(summary, List.of(), List.of());
  }

  /**
   * The backend can run on any of {@code devices}.
   *
   * @param summary what runs, in a few words
   */
  public static Probe available(String summary, List<Device> devices) {
    return new Probe(summary, devices, List.of());
  }

  /** The backend cannot run, for these reasons. */
  public static Probe unavailable(String... reasons) {
    return new Probe("", List.of(), List.of(reasons));
  }

  /** The backend cannot run, for these reasons, although there are devices. */
  public static Probe unavailable(List<Device> devices, List<String> reasons) {
    return new Probe("", devices, reasons);
  }

  /** Returns whether the backend can run. */
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
