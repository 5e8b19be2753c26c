package org.latentfeature.backend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Discovery and choice of backends. */
public final class Backends {

  /** The name that stands for the most preferred backend that can run. */
  public static final String AUTO = "auto";

  private Backends() {}

  /** All providers found on the class path, highest preference first. */
  public static List<BackendProvider> providers() {
    List<BackendProvider> found = new ArrayList<>();
    ServiceLoader.load(BackendProvider.class, Backends.class.getClassLoader()).forEach(found::add);
    found.sort(
        Comparator.comparingInt(BackendProvider::preference)
            .reversed()
            .thenComparing(BackendProvider::name));
    return List.copyOf(found);
  }

  /**
   * An open backend and the line that says why it was chosen.
   *
   * @param backend open; the caller closes it
   * @param explanation one line: which, and why the better ones were skipped
   */
  public record Choice(Backend backend, String explanation) {}

  /**
   * Opens the backend {@code name}, or for {@code auto} the most preferred one that can run.
   *
   * @param threads CPU threads, 0 for the backend's own choice
   * @throws BackendUnavailableException if a named backend is unknown or cannot run here
   */
  public static Choice open(String name, int threads) {
    return choose(providers(), name, threads);
  }

  static Choice choose(List<BackendProvider> providers, String name, int threads) {
    if (threads < 0) {
      throw new IllegalArgumentException("threads is " + threads + "; it must be at least 0");
    }
    List<String> skipped = new ArrayList<>();
    for (BackendProvider provider : providers) {
      if (!name.equals(AUTO) && !name.equals(provider.name())) {
        continue;
      }
      Probe probe = provider.probe();
      if (probe.isAvailable()) {
        Backend backend = provider.open(threads);
        String line =
            "backend %s: %s, %d thread%s"
                .formatted(
                    provider.name(),
                    probe.device(),
                    backend.info().threads(),
                    backend.info().threads() == 1 ? "" : "s");
        return new Choice(
            backend, skipped.isEmpty() ? line : line + "; skipped " + String.join("; ", skipped));
      }
      String why = provider.name() + " (" + String.join("; ", probe.reasons()) + ")";
      if (!name.equals(AUTO)) {
        throw new BackendUnavailableException("backend " + why + " cannot run on this machine");
      }
      skipped.add(why);
    }
    if (name.equals(AUTO)) {
      throw new BackendUnavailableException(
          "no backend can run on this machine: " + String.join("; ", skipped));
    }
    throw new BackendUnavailableException(
        "there is no backend named '%s'; there are: %s"
            .formatted(
                name,
                providers.stream().map(BackendProvider::name).collect(Collectors.joining(", "))));
  }
}
