package org.latentfeature.backend;

import java.util.Map;

/**
 * What runs the heavy steps; recorded in every model.
 *
 * @param name the provider's name
 * @param device processor or card, as a user knows it
 * @param threads CPU threads in use
 * @param versions library names and their versions
 */
public record BackendInfo(String name, String device, int threads, Map<String, String> versions) {

  /** Keeps an unmodifiable copy of the versions. */
  public BackendInfo {
    versions = Map.copyOf(versions);
  }

  @Override
  public String toString() {
    return "%s on %s, %d thread%s".formatted(name, device, threads, threads == 1 ? "" : "s");
  }
}
