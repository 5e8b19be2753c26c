package org.latentfeature.backend;

import java.util.Map;

/**
 * The backend that runs the steps; recorded in every model.
 *
 * @param name the provider's name
 * @param device processor or GPU, by the name that users know
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
