package org.latentfeature.ibp;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;

/** The data that chains read of a fit's rows. */
final class ChainData {

  private ChainData() {}

  /** The rows of a fit, on the host. */
  static Chains.Data of(FactorFit fit) {
    return new Chains.Data(
        fit.x(), fit.data().original().matrix(), fit.data().noisyCols(), fit.data().scale());
  }

  /** Collapsed chains; X Xᵀ is computed on the device where it is small. */
  static CollapsedSampler collapsed(FactorFit fit) {
    return new CollapsedSampler(
        fit.x(),
        CollapsedSampler.hasGram(fit.rows().rows()) ? gram(fit) : null,
        fit.backend().algebra());
  }

  private static Dense gram(FactorFit fit) {
    try (Moments moments = fit.rows().open(new Moments.Limits(), fit.monitor().signal())) {
      return fit.monitor().time("products", moments::rowGram);
    }
  }

  /** Bytes that collapsed chains need on the device beside the rows. */
  static long bytesNeeded(Backend backend, int rows, int cols) {
    return bytesBeside(backend, rows, cols, List.of(new Moments.Limits()));
  }

  /** Bytes of {@code limits} beside the rows. */
  static long bytesBeside(Backend backend, int rows, int cols, List<Limits<?>> limits) {
    return backend.bytesNeeded(rows, cols, limits) - backend.bytesNeeded(rows, cols, List.of());
  }
}
