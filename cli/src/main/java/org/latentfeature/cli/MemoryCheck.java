package org.latentfeature.cli;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.backend.SessionLimits;
import org.latentfeature.data.Matrix;
import org.latentfeature.lasso.LassoOptions;

/** Whether a fit can hold what it needs, asked before it starts. */
final class MemoryCheck {

  private MemoryCheck() {}

  /**
   * Compares the need of the fit's session with what the backend has.
   *
   * @throws OutOfBackendMemoryException with both numbers, if it does not fit
   */
  static void fit(Backend backend, Matrix x, LassoOptions options) {
    SessionLimits limits = options.limits();
    // Data wider than long are reduced to a square before the fit.
    int cols = Math.min(x.rows(), x.cols());
    long needed = backend.bytesNeeded(x.rows(), cols, limits);
    long available = backend.bytesAvailable();
    if (needed > available) {
      throw new OutOfBackendMemoryException(
          "a fit of %,d × %,d on backend %s".formatted(x.rows(), x.cols(), backend.info().name()),
          needed,
          available);
    }
  }
}
