package org.latentfeature.lasso;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.ResidentRows;

/**
 * Where a fit may have columns from before it looks for its own. If K of them explain the data as
 * well as the truth would, the fit is done; fewer enter the convex fit as its first atoms, whose
 * objective and certificate are the same, whoever proposed them.
 */
public interface ColumnProposals {

  /** No proposals. */
  ColumnProposals NONE =
      new ColumnProposals() {
        @Override
        public void propose(Asked asked, Consumer<List<Proposed>> found) {
          // Nothing is found.
        }

        @Override
        public void proposeTogether(Asked asked, Predicate<BinaryMatrix> isEnough) {
          // Nothing is found.
        }

        @Override
        public int leastRows(int k) {
          return 0;
        }

        @Override
        public long bytesNeeded(Backend backend, int rows, int cols, int k) {
          return 0;
        }
      };

  /**
   * What columns are wanted for.
   *
   * @param backend that the rows are on
   * @param rows the data, prepared
   * @param x the same data
   * @param spectrum of these rows
   * @param leading their K leading vectors, with a gap after the K-th value
   * @param cols how many columns of the data as given are not all zero
   * @param seed of all random numbers
   * @param stop asked within long steps
   */
  record Asked(
      Backend backend,
      ResidentRows rows,
      Matrix x,
      Spectrum spectrum,
      Spectrum.Leading leading,
      int cols,
      long seed,
      StopSignal stop) {}

  /**
   * A column that is verified to lie in the span of the data.
   *
   * @param z the column
   * @param residual the share of it outside the span, over what noise is expected to put there
   */
  record Proposed(BitVector z, double residual) {}

  /**
   * Looks for columns.
   *
   * @param found told all so far, distinct and at most K, now and then and at the end
   */
  void propose(Asked asked, Consumer<List<Proposed>> found);

  /**
   * Looks for all columns at once, none of them verified; asked where fewer than K are.
   *
   * @param isEnough told of K columns, or fewer, as often as there are others; whether to end
   */
  void proposeTogether(Asked asked, Predicate<BinaryMatrix> isEnough);

  /**
   * Fewest rows that it is asked for.
   *
   * @param k K
   */
  int leastRows(int k);

  /**
   * Most bytes that it takes for N×D {@code rows} beside them on the device.
   *
   * @param k K
   */
  long bytesNeeded(Backend backend, int rows, int cols, int k);
}
