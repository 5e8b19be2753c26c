package org.latentfeature.backend;

import java.util.List;

/**
 * What a provider found out about this machine.
 *
 * @param device a line for the user: device, library, version; empty if unavailable
 * @param reasons why it cannot run here, empty if it can; each one something a person can act on
 */
public record Probe(String device, List<String> reasons) {

  /** Keeps an unmodifiable copy of the reasons. */
  public Probe {
    reasons = List.copyOf(reasons);
  }

  /** It can run, on {@code device}. */
  public static Probe available(String device) {
    return new Probe(device, List.of());
  }

  /** It cannot run, for these reasons. */
  public static Probe unavailable(String... reasons) {
    return new Probe("", List.of(reasons));
  }

  /** Whether it can run. */
  public boolean isAvailable() {
    return reasons.isEmpty();
  }
}
