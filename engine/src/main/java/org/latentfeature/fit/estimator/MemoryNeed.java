package org.latentfeature.fit.estimator;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.data.Rows;

/** Checks before some work starts that a backend has the memory for it. */
public final class MemoryNeed {

  private MemoryNeed() {}

  /**
   * Compares {@code needed} bytes with those available.
   *
   * @param what name of the work, for the message
   * @param x the data
   * @throws OutOfBackendMemoryException with both numbers, if the memory does not suffice
   */
  public static void require(String what, Backend backend, Rows x, long needed) {
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
