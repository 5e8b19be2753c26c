package org.latentfeature.backend.reference;

import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.HostMemory;
import org.latentfeature.coding.Paths;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Session;
import org.latentfeature.step.SessionLimits;

/** One thread of plain Java. */
final class ReferenceBackend implements Backend {

  @Override
  public BackendInfo info() {
    return new BackendInfo(
        "java",
        System.getProperty("os.arch"),
        1,
        Map.of("java", System.getProperty("java.version")));
  }

  @Override
  public long bytesNeeded(int rows, int cols, SessionLimits limits) {
    if (limits.coding()) {
      long factor = (long) limits.features() * (Paths.LONGEST + 4) * Double.BYTES;
      return (long) limits.features() * limits.features() * Double.BYTES + factor;
    }
    long residual = (long) rows * cols * Float.BYTES;
    long vectors = (long) rows * limits.rank() * Double.BYTES;
    long atoms =
        (long) rows * (limits.columns() + limits.candidates() + limits.hyperplanes()) / Byte.SIZE;
    return residual + vectors + atoms;
  }

  @Override
  public long bytesAvailable() {
    return HostMemory.available();
  }

  @Override
  public Session open(Matrix x, SessionLimits limits, StopSignal stop) {
    return limits.coding() ? new ReferencePathCoder(x, stop) : new ReferenceSession(x, stop);
  }

  @Override
  public void close() {
    // Holds nothing of its own.
  }
}
