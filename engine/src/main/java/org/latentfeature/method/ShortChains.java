package org.latentfeature.method;

import java.util.List;
import java.util.Optional;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.ibp.Annealing;
import org.latentfeature.ibp.Chains;
import org.latentfeature.ibp.CollapsedSampler;
import org.latentfeature.lasso.ColumnProposals;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.Moments;

/**
 * {@link Annealing} as the last search of the lasso: two restarts and their exchanges. On some tall
 * data (yeast) it finds up to one percent less error than the lasso's path; on wide data so few
 * chains find more.
 */
final class ShortChains {

  private static final int RESTARTS = 2;

  private static final int SWEEPS = 60;

  private ShortChains() {}

  /** Empty where there are more columns than rows, or so many rows that X Xᵀ does not fit. */
  static Optional<BinaryMatrix> search(ColumnProposals.LastRequest request) {
    Matrix x = request.data().x();
    int n = x.rows();
    if (n <= request.cols() || !CollapsedSampler.hasGram(n)) {
      return Optional.empty();
    }
    Backend backend = request.data().backend();
    return Optional.of(
        Annealing.run(
                new Chains.Data(x, x, request.cols(), 1),
                new CollapsedSampler(x, gram(request), backend.algebra()),
                new Annealing.Plan(
                    request.k(),
                    RESTARTS,
                    SWEEPS,
                    request.seed(),
                    Math.max(1, backend.info().threads())),
                (best, chains) -> {},
                request.stop())
            .z());
  }

  private static Dense gram(ColumnProposals.LastRequest request) {
    Moments.Limits limits = new Moments.Limits();
    try (Moments moments =
        request.data().rows(List.of(limits), request.stop()).open(limits, request.stop())) {
      return moments.rowGram();
    }
  }
}
