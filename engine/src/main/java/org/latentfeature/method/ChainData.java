package org.latentfeature.method;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.factor.FactorFit;
import org.latentfeature.ibp.Chains;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;

/** What chains read of a fit's rows. */
final class ChainData {

  private ChainData() {}

  /** X Xᵀ on the device where it is small, and rows in memory. */
  static Chains.Data of(FactorFit fit) {
    return new Chains.Data(
        fit.x(),
        fit.data().original().matrix(),
        fit.data().noisyCols(),
        fit.data().scale(),
        Chains.Data.hasGram(fit.rows().rows()) ? gram(fit) : null,
        fit.backend().algebra());
  }

  private static Dense gram(FactorFit fit) {
    try (Moments moments = fit.rows().open(new Moments.Limits(), fit.monitor().signal())) {
      return fit.monitor().time("products", moments::rowGram);
    }
  }

  /** Bytes on the device beside the rows. */
  static long bytesNeeded(Backend backend, int rows, int cols) {
    List<Limits<?>> moments = List.of(new Moments.Limits());
    return backend.bytesNeeded(rows, cols, moments) - backend.bytesNeeded(rows, cols, List.of());
  }
}
