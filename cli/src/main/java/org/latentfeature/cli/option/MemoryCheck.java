package org.latentfeature.cli.option;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.data.Matrix;
import org.latentfeature.lasso.Certifier;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.step.PathCoder;

/** Whether a fit can hold what it needs, asked before it starts. */
public final class MemoryCheck {

  private MemoryCheck() {}

  /**
   * Compares the need of a lasso with what the backend has.
   *
   * @throws OutOfBackendMemoryException with both numbers, if it does not fit
   */
  public static void fit(Backend backend, Matrix x, LassoOptions options) {
    require(
        "a fit", backend, x, LatentFeatureLasso.bytesNeeded(backend, x.rows(), x.cols(), options));
  }

  /** The same of a fit that is certified afterwards. */
  public static void certifiedFit(Backend backend, Matrix x, LassoOptions options) {
    fit(backend, x, options);
    require(
        "a certificate", backend, x, Certifier.bytesNeeded(backend, x.rows(), x.cols(), options));
  }

  /** The same of what codes the rows of {@code x} as paths of {@code k} features. */
  public static void coding(Backend backend, Matrix x, int k) {
    long needed = backend.bytesNeeded(x.rows(), x.cols(), List.of(new PathCoder.Limits(k)));
    require("a fit", backend, x, needed);
  }

  private static void require(String what, Backend backend, Matrix x, long needed) {
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
