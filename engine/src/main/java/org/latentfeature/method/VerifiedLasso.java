package org.latentfeature.method;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.latentfeature.backend.Backend;
import org.latentfeature.cumulant.CumulantSearch;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.lasso.ColumnProposals;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.subspace.ColumnSearch;
import org.latentfeature.subspace.VerifiedColumn;

/**
 * The Latent Feature Lasso with verified columns first, as run by {@code lfm fit}. If X has a
 * spectral gap at K and enough rows, the verified columns are the ground truth and the fit is done;
 * also if the columns from cumulants have no more error than the ground truth. Otherwise the lasso
 * continues from the verified columns, and a search by short chains of Gibbs sampling follows.
 */
public final class VerifiedLasso {

  /** Columns verified to lie in the span of the data. */
  static final ColumnProposals COLUMNS =
      new ColumnProposals() {
        @Override
        public void propose(Request request, Consumer<List<Proposed>> found) {
          ColumnSearch.search(
              request.backend(),
              request.rows(),
              request.spectrum(),
              request.leading(),
              request.cols(),
              request.seed(),
              request.stop(),
              columns -> found.accept(columns.stream().map(VerifiedLasso::proposed).toList()));
        }

        @Override
        public void proposeTogether(Request request, Predicate<BinaryMatrix> isEnough) {
          CumulantSearch.search(
              new CumulantSearch.Request(
                  request.backend(),
                  request.rows(),
                  request.x(),
                  request.spectrum(),
                  request.leading().basis().rows(),
                  request.cols()),
              1,
              request.seed(),
              request.stop(),
              isEnough);
        }

        @Override
        public Optional<BinaryMatrix> proposeLast(LastRequest request) {
          return ShortChains.search(request);
        }

        @Override
        public int leastRows(int k) {
          return ColumnSearch.leastRows(k);
        }

        @Override
        public long bytesNeeded(Backend backend, int rows, int cols, int k) {
          return Math.max(
              ColumnSearch.bytesNeeded(backend, rows, cols, k),
              CumulantSearch.bytesNeeded(backend, rows, cols, k));
        }
      };

  private VerifiedLasso() {}

  /** A lasso on {@code backend}, which the caller closes. */
  public static LatentFeatureLasso of(Backend backend, LassoOptions options) {
    return new LatentFeatureLasso(backend, options, COLUMNS);
  }

  /** A lasso on {@code backend} with the defaults for {@code k} features. */
  public static LatentFeatureLasso of(Backend backend, int k) {
    return of(backend, LassoOptions.of(k));
  }

  private static ColumnProposals.Proposed proposed(VerifiedColumn column) {
    return new ColumnProposals.Proposed(
        column.z(), Math.max(0, column.residual()) / column.expected());
  }
}
