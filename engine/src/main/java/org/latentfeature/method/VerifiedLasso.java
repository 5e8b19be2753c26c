package org.latentfeature.method;

import java.util.List;
import java.util.function.Consumer;
import org.latentfeature.backend.Backend;
import org.latentfeature.lasso.ColumnProposals;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.subspace.ColumnSearch;
import org.latentfeature.subspace.VerifiedColumn;

/**
 * The Latent Feature Lasso that is offered verified columns first: what {@code lfm fit} runs. Where
 * X has a spectral gap at K and enough rows, the columns are the truth and the fit is done;
 * otherwise the lasso goes on from what was found.
 */
public final class VerifiedLasso {

  /** Columns verified to lie in the span of the data. */
  static final ColumnProposals COLUMNS =
      new ColumnProposals() {
        @Override
        public void propose(Asked asked, Consumer<List<Proposed>> found) {
          ColumnSearch.search(
              asked.backend(),
              asked.rows(),
              asked.spectrum(),
              asked.leading(),
              asked.cols(),
              asked.seed(),
              asked.stop(),
              columns -> found.accept(columns.stream().map(VerifiedLasso::proposed).toList()));
        }

        @Override
        public int leastRows(int k) {
          return ColumnSearch.leastRows(k);
        }

        @Override
        public long bytesNeeded(Backend backend, int rows, int cols, int k) {
          return ColumnSearch.bytesNeeded(backend, rows, cols, k);
        }
      };

  private VerifiedLasso() {}

  /** A lasso that runs its heavy steps on {@code backend}, which stays the caller's. */
  public static LatentFeatureLasso of(Backend backend, LassoOptions options) {
    return new LatentFeatureLasso(backend, options, COLUMNS);
  }

  private static ColumnProposals.Proposed proposed(VerifiedColumn column) {
    return new ColumnProposals.Proposed(
        column.z(), Math.max(0, column.residual()) / column.expected());
  }
}
