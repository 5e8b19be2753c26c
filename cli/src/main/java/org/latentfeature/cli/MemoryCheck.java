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
   * Compares the need of a lasso's session with what the backend has.
   *
   * @throws OutOfBackendMemoryException with both numbers, if it does not fit
   */
  static void fit(Backend backend, Matrix x, LassoOptions options) {
    // Data wider than long are reduced to a square before the fit.
    session(backend, x, Math.min(x.rows(), x.cols()), options.limits());
  }

  /** The same of a session that codes the rows of {@code x} as paths of {@code k} features. */
  static void coding(Backend backend, Matrix x, int k) {
    session(backend, x, x.cols(), SessionLimits.coding(k));
  }

  private static void session(Backend backend, Matrix x, int cols, SessionLimits limits) {
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
