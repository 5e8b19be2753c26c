package org.latentfeature.estimator;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.data.Matrix;

/** Whether a backend can hold what some work needs, asked before it starts. */
public final class MemoryNeed {

  private MemoryNeed() {}

  /**
   * Compares {@code needed} bytes with what the backend has.
   *
   * @param what needs them, for the message
   * @throws OutOfBackendMemoryException with both numbers, if they do not fit
   */
  public static void require(String what, Backend backend, Matrix x, long needed) {
    long available = backend.bytesAvailable();
    if (needed > available) {
      throw new OutOfBackendMemoryException(
          "%s of %,d × %,d on backend %s"
              .formatted(what, x.rows(), x.cols(), backend.info().name()),
          needed,
          available);
    }
  }
}
