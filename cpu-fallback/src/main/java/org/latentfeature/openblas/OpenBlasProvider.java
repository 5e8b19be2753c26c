package org.latentfeature.openblas;

import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_full;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.linalg.Algebra;

/** Provides the OpenBLAS backend where bytedeco has a native build for this platform. */
public final class OpenBlasProvider implements BackendProvider {

  private @Nullable Probe probe;

  @Override
  public String name() {
    return "openblas";
  }

  @Override
  public int preference() {
    return 50;
  }

  @Override
  public synchronized Probe probe() {
    if (probe == null) {
      probe = load();
    }
    return probe;
  }

  private static Probe load() {
    // Sessions check their memory before they open; JavaCPP's own accounting would only add a
    // garbage collection to every large allocation and refuse some that fit.
    setIfAbsent("org.bytedeco.javacpp.maxBytes", "0");
    setIfAbsent("org.bytedeco.javacpp.maxPhysicalBytes", "0");
    try {
      Loader.load(openblas_full.class);
      return Probe.available(
          "OpenBLAS %s, kernels for %s"
              .formatted(OpenBlasBackend.version(), OpenBlasBackend.core()));
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      // The expected absence: no native build for this platform on the class path, or one that
      // the system's loader refuses. Anything else is a bug and surfaces.
      return Probe.unavailable(
          ("no OpenBLAS for %s %s could be loaded (%s); add org.bytedeco:javacpp and openblas with"
                  + " this platform's classifier to the class path")
              // Not asked of JavaCPP, which may be what is missing.
              .formatted(
                  System.getProperty("os.name"), System.getProperty("os.arch"), e.getMessage()));
    }
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  @Override
  public Backend open(Resources resources) {
    Probe found = probe();
    if (!found.isAvailable()) {
      throw new BackendUnavailableException(String.join("; ", found.reasons()));
    }
    return new OpenBlasBackend(resources.threads());
  }

  @Override
  public Algebra algebra(int threads) {
    return new OpenBlasAlgebra(new Blas(threads));
  }
}
