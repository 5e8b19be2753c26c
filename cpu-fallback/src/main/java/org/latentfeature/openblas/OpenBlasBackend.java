package org.latentfeature.openblas;

import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.openblas.global.openblas_full;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Session;
import org.latentfeature.step.SessionLimits;

/** OpenBLAS, whose number of threads is a setting of the whole process. */
final class OpenBlasBackend implements Backend {

  private final Blas blas;

  OpenBlasBackend(int threads) {
    blas = new Blas(threads);
  }

  static String version() {
    try (BytePointer config = openblas_full.openblas_get_config()) {
      String[] words = config.getString().split(" ", -1);
      return words.length > 1 ? words[1] : words[0];
    }
  }

  static String core() {
    try (BytePointer core = openblas_full.openblas_get_corename()) {
      return core.getString();
    }
  }

  @Override
  public BackendInfo info() {
    return new BackendInfo(
        "openblas",
        core(),
        blas.threads(),
        Map.of("openblas", version(), "java", System.getProperty("java.version")));
  }

  @Override
  public long bytesNeeded(int rows, int cols, SessionLimits limits) {
    return limits.coding()
        ? OpenBlasPathCoder.bytesNeeded(blas.threads(), rows, cols, limits)
        : OpenBlasSession.bytesNeeded(rows, cols, limits);
  }

  @Override
  public long bytesAvailable() {
    return HostMemory.available();
  }

  @Override
  public Algebra algebra() {
    return new OpenBlasAlgebra(blas);
  }

  @Override
  public Session open(Matrix x, SessionLimits limits, StopSignal stop) {
    return limits.coding()
        ? new OpenBlasPathCoder(blas, x, limits, stop)
        : new OpenBlasSession(blas, x, limits, stop);
  }

  @Override
  public void close() {
    // The library stays loaded; sessions own all memory.
  }
}
