package org.latentfeature.backend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Algebra;

/** Discovery and choice of backends. */
public final class Backends {

  /** Selects the most preferred backend that can run. */
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
   * Begins to load the native libraries of all backends in a thread of its own, for programs that
   * have something else to do before they open one; whoever opens one then waits for the rest.
   */
  public static void preload() {
    Thread loading =
        new Thread(() -> providers().forEach(BackendProvider::probe), "lfm native libraries");
    loading.setDaemon(true);
    loading.start();
  }

  /**
   * An open backend and the reason for the choice.
   *
   * @param backend open; the caller closes it
   * @param explanation one line: the backend, and why preferred ones were skipped
   */
  public record Choice(Backend backend, String explanation) {}

  /**
   * Opens the most preferred backend that can run, on all processors; the caller closes it. {@link
   * #open(String, Resources)} chooses, and says why that one.
   *
   * @throws BackendUnavailableException if none can run
   */
  public static Backend auto() {
    return open(AUTO, Resources.DEFAULT).backend();
  }

  /** {@link #open(String, Resources)} with default resources and this number of threads. */
  public static Choice open(String name, int threads) {
    return open(name, Resources.ofThreads(threads));
  }

  /**
   * Opens the backend {@code name}, or for {@code auto} the most preferred one that can run.
   *
   * @throws BackendUnavailableException if a named backend is unknown or cannot run here
   * @throws IllegalArgumentException if the backend has no such device or precision
   */
  public static Choice open(String name, Resources resources) {
    return open(name, resources, Workload.UNKNOWN);
  }

  /**
   * Opens a backend like {@link #open(String, Resources)}, for work whose size is known. {@code
   * auto} prefers the backend that finishes {@code work} first, its start included, unless {@code
   * resources} names a device or another precision.
   *
   * @param name of a backend, or {@code auto}
   */
  public static Choice open(String name, Resources resources, Workload work) {
    return choose(providers(), name, resources, work);
  }

  /**
   * The provider whose backend {@link #open(String, Resources, Workload)} would try to open, as far
   * as is known before; empty if none can run.
   *
   * @param name of a backend, or {@code auto}
   * @param resources that it may use
   * @param work that it is for
   */
  public static Optional<BackendProvider> preferred(
      String name, Resources resources, Workload work) {
    List<BackendProvider> candidates = new ArrayList<>(providers());
    candidates.removeIf(provider -> !isAskedFor(provider, name) || !provider.probe().isAvailable());
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(next(candidates, resources, known(name, resources, work)));
  }

  /**
   * Returns the workload by which {@code auto} may choose; unknown if the backend, a device or
   * another precision was requested.
   */
  private static Workload known(String name, Resources resources, Workload work) {
    boolean anyDevice = resources.equals(Resources.ofThreads(resources.threads()));
    return name.equals(AUTO) && anyDevice ? work : Workload.UNKNOWN;
  }

  /**
   * Opens the most preferred backend that needs no device, to finish a fit after a device has
   * failed.
   */
  public static Backend host(int threads) {
    List<BackendProvider> hosts =
        providers().stream()
            .filter(
                provider -> provider.probe().isAvailable() && provider.probe().devices().isEmpty())
            .toList();
    return choose(hosts, AUTO, Resources.ofThreads(threads)).backend();
  }

  /**
   * The best K×K algebra on the host among all backends that can run here, for a backend whose own
   * library runs on a GPU.
   */
  public static Algebra algebra(int threads) {
    for (BackendProvider provider : providers()) {
      if (provider.probe().isAvailable()) {
        Algebra algebra = provider.algebra(threads);
        if (algebra != Algebra.JAVA) {
          return algebra;
        }
      }
    }
    return Algebra.JAVA;
  }

  /**
   * Checks before any work that the backend that {@link #open(String, Resources)} would choose can
   * run and offers what {@code resources} requires. An unknown name, and {@code auto} if no backend
   * can run, are not errors here; {@code open} reports them.
   *
   * @throws BackendUnavailableException if a named backend cannot run here
   * @throws IllegalArgumentException if the backend has no such device or precision
   */
  public static void check(String name, Resources resources) {
    check(providers(), name, resources);
  }

  static void check(List<BackendProvider> providers, String name, Resources resources) {
    if (name.equals(AUTO) && resources.equals(Resources.ofThreads(resources.threads()))) {
      return; // What every backend can give; nothing to probe for yet.
    }
    List<String> skipped = new ArrayList<>();
    for (BackendProvider provider : providers) {
      if (isAskedFor(provider, name)) {
        if (provider.probe().isAvailable()) {
          check(provider, resources, skipped);
          return;
        }
        if (!name.equals(AUTO)) {
          throw cannotRun(name, provider.probe());
        }
        skipped.add(skip(provider, provider.probe().mainReason()));
      }
    }
  }

  private static void check(BackendProvider provider, Resources resources, List<String> skipped) {
    List<Device> devices = provider.probe().devices();
    String complaint = null;
    int missing =
        resources.devices().stream()
            .filter(d -> d >= Math.max(1, devices.size()))
            .findFirst()
            .orElse(-1);
    if (missing >= 0) {
      complaint =
          devices.isEmpty()
              ? "device is %d, but backend %s has no devices; drop the option"
                  .formatted(missing, provider.name())
              : "backend %s has no device %d; its devices: %s"
                  .formatted(
                      provider.name(),
                      missing,
                      IntStream.range(0, devices.size())
                          .mapToObj(i -> i + " (" + devices.get(i).name() + ")")
                          .collect(Collectors.joining(", ")));
    } else if (!provider.offers(resources.precision())) {
      complaint =
          "backend %s does not support %s; drop the option"
              .formatted(provider.name(), resources.precision().description());
    }
    if (complaint != null) {
      throw new IllegalArgumentException(complaint + because(skipped));
    }
  }

  static Choice choose(List<BackendProvider> providers, String name, Resources resources) {
    return choose(providers, name, resources, Workload.UNKNOWN);
  }

  static Choice choose(
      List<BackendProvider> providers, String name, Resources resources, Workload work) {
    // In brief for the line of the chosen backend, in full for the error if none can run.
    List<String> skipped = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    Workload known = known(name, resources, work);
    List<BackendProvider> left = new ArrayList<>(providers);
    left.removeIf(provider -> !isAskedFor(provider, name));
    while (!left.isEmpty()) {
      BackendProvider provider = next(left, resources, known);
      Probe probe = provider.probe();
      if (probe.isAvailable()) {
        check(provider, resources, skipped);
        try {
          Backend backend = open(provider, resources);
          left.subList(0, left.indexOf(provider))
              .forEach(other -> skipped.add(later(other, provider, resources, known)));
          return new Choice(backend, line(probe, backend, resources) + because(skipped));
        } catch (BackendException e) {
          // Unknown to a probe: a device in exclusive use, a driver that cannot load the kernels,
          // too little free memory.
          probe = Probe.unavailable(String.valueOf(e.getMessage()));
        }
      }
      if (!name.equals(AUTO)) {
        throw cannotRun(name, probe);
      }
      skipped.add(skip(provider, probe.mainReason()));
      refused.add(skip(provider, probe.everyReason()));
      left.remove(provider);
    }
    if (name.equals(AUTO)) {
      throw new BackendUnavailableException(
          "no backend can run on this machine: " + String.join("; ", refused));
    }
    throw new BackendUnavailableException(
        "there is no backend named '%s'; choose one of %s, or add the jars of another"
            .formatted(
                name,
                providers.stream().map(BackendProvider::name).collect(Collectors.joining(", "))));
  }

  /**
   * The backend to try next: the first one if it cannot run, to say why; otherwise the one that
   * will have done the work first, if that is known.
   */
  private static BackendProvider next(
      List<BackendProvider> providers, Resources resources, Workload work) {
    BackendProvider best = providers.get(0);
    if (!best.probe().isAvailable()) {
      return best;
    }
    for (BackendProvider provider : providers) {
      if (provider.probe().isAvailable()) {
        if (Double.isNaN(provider.seconds(work, resources))) {
          break; // preferred to those after it, for all that is known
        }
        if (provider.seconds(work, resources) < best.seconds(work, resources)) {
          best = provider;
        }
      }
    }
    return best;
  }

  /**
   * Returns the line that says why {@code provider}, although preferred, was passed over for {@code
   * soonest}.
   */
  private static String later(
      BackendProvider provider, BackendProvider soonest, Resources resources, Workload work) {
    return skip(
        provider,
        provider.probe().isAvailable()
            ? "done in about %.1f s, with %s in %.1f s"
                .formatted(
                    provider.seconds(work, resources),
                    soonest.name(),
                    soonest.seconds(work, resources))
            : provider.probe().mainReason());
  }

  /** One device, or all requested devices as a group. */
  private static Backend open(BackendProvider provider, Resources resources) {
    if (resources.devices().size() == 1) {
      return provider.open(resources);
    }
    List<Backend> opened = new ArrayList<>();
    try {
      for (Resources one : resources.apart()) {
        opened.add(provider.open(one));
      }
      return new DeviceGroup(opened);
    } catch (RuntimeException | Error e) {
      opened.forEach(Backend::close);
      throw e;
    }
  }

  private static BackendUnavailableException cannotRun(String name, Probe probe) {
    return new BackendUnavailableException(
        "backend %s cannot run on this machine: %s".formatted(name, probe.everyReason()));
  }

  private static boolean isAskedFor(BackendProvider provider, String name) {
    return name.equals(AUTO) || name.equals(provider.name());
  }

  private static String skip(BackendProvider provider, String why) {
    return provider.name() + " (" + why + ")";
  }

  private static String because(List<String> skipped) {
    return skipped.isEmpty() ? "" : "; skipped " + String.join("; ", skipped);
  }

  private static String line(Probe probe, Backend backend, Resources resources) {
    BackendInfo info = backend.info();
    String what =
        probe.devices().isEmpty()
            ? probe.summary()
            : resources.devices().stream()
                .map(d -> "device %d, %s".formatted(d, probe.devices().get(d).line()))
                .collect(Collectors.joining("; "));
    return "backend %s: %s, %d thread%s"
        .formatted(info.name(), what, info.threads(), info.threads() == 1 ? "" : "s");
  }
}
