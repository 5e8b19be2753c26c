package org.latentfeature.openblas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_full;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.backend.NativeCache;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Workload;
import org.latentfeature.base.linalg.Algebra;

/** Provides the OpenBLAS backend where bytedeco has a native build for this platform. */
public final class OpenBlasProvider implements BackendProvider {

  /** One for all: a class whose library could not be loaded cannot be tried again. */
  private static @Nullable Probe probe;

  @Override
  public String name() {
    return "openblas";
  }

  @Override
  public int preference() {
    return 50;
  }

  @Override
  public Probe probe() {
    return probed();
  }

  private static synchronized Probe probed() {
    if (probe == null) {
      probe = load();
    }
    return probe;
  }

  /** Threads beyond which memory is taken to be the limit; not measured. */
  private static final int MOST_THREADS = 16;

  /** Measured with one and two: 3e7 terms a second and thread. */
  @Override
  public double seconds(Workload work, Resources resources) {
    int processors = Runtime.getRuntime().availableProcessors();
    int each = resources.threads() > 0 ? resources.threads() : processors;
    int threads = Math.min(Math.min(processors, MOST_THREADS), each * work.atOnce());
    return .05 + work.terms() / (3e7 * threads);
  }

  private static Probe load() {
    // Memory is checked before rows are loaded; JavaCPP's own accounting would only add a
    // garbage collection to every large allocation and refuse some that fit.
    System.getProperties().putIfAbsent("org.bytedeco.javacpp.maxBytes", "0");
    System.getProperties().putIfAbsent("org.bytedeco.javacpp.maxPhysicalBytes", "0");
    Path cache;
    try {
      cache = NativeCache.folder();
    } catch (IOException e) {
      return Probe.unavailable(
          "no folder to unpack OpenBLAS into (%s); %s"
              .formatted(e.getMessage(), NativeCache.WAY_OUT));
    }
    try {
      Loader.load(openblas_full.class);
      return Probe.available(
          "OpenBLAS %s, kernels for %s"
              .formatted(OpenBlasBackend.version(), OpenBlasBackend.core()));
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      // The expected absence: no native build for this platform on the class path, or one that
      // the system's loader refuses. Anything else is a bug and surfaces.
      Optional<String> refused = refusal(e, cache);
      if (refused.isPresent()) {
        return Probe.unavailable(
            "OpenBLAS cannot be loaded from %s (%s); if that folder is mounted noexec or full, %s"
                .formatted(cache, refused.get(), NativeCache.WAY_OUT));
      }
      return Probe.unavailable(
          ("no OpenBLAS for %s %s found (%s); add org.bytedeco:javacpp and openblas with this"
                  + " platform's classifier to the class path")
              // Not asked of JavaCPP, which may be what is missing.
              .formatted(
                  System.getProperty("os.name"), System.getProperty("os.arch"), e.getMessage()));
    }
  }

  /**
   * Returns the system's loader's message about an unpacked library, or empty if it was given none
   * to load.
   */
  private static Optional<String> refusal(Throwable failure, Path cache) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      String message = String.valueOf(e.getMessage());
      if (message.startsWith(cache.toString())) {
        return Optional.of(message.substring(message.lastIndexOf(": ") + 2));
      }
    }
    return Optional.empty();
  }

  @Override
  public Backend open(Resources resources) {
    requireAvailable();
    return new OpenBlasBackend(resources.threads());
  }

  /** The probe loads the library, from the right place; whatever else touches it comes after. */
  private void requireAvailable() {
    Probe found = probe();
    if (!found.isAvailable()) {
      throw new BackendUnavailableException(String.join("; ", found.reasons()));
    }
  }

  @Override
  public Algebra algebra(int threads) {
    requireAvailable();
    return new OpenBlasAlgebra(new Blas(threads));
  }
}
