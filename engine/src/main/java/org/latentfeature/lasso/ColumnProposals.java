package org.latentfeature.lasso;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.ResidentRows;

/**
 * Proposes columns of Z before the convex fit. If K of them have no more error than the ground
 * truth, the fit is done; fewer enter the convex fit as its first atoms, whose objective and
 * certificate do not depend on their source.
 */
public interface ColumnProposals {

  /** No proposals. */
  ColumnProposals NONE =
      new ColumnProposals() {
        @Override
        public void propose(Request request, Consumer<List<Proposed>> found) {
          // Nothing is found.
        }

        @Override
        public void proposeTogether(Request request, Predicate<BinaryMatrix> isEnough) {
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
   * The data and settings of a search.
   *
   * @param backend of the rows
   * @param rows the data, prepared
   * @param x the same data
   * @param spectrum of these rows
   * @param leading their K leading vectors, with a gap after the K-th value
   * @param cols number of columns of the original data that are not all zero
   * @param seed of all random numbers
   * @param stop checked within long steps
   */
  record Request(
      Backend backend,
      ResidentRows rows,
      Matrix x,
      Spectrum spectrum,
      Spectrum.Leading leading,
      int cols,
      long seed,
      StopSignal stop) {}

  /**
   * A column verified to lie in the span of the data.
   *
   * @param z the column
   * @param residual its share outside the span, divided by the expected share from noise
   */
  record Proposed(BitVector z, double residual) {}

  /**
   * Searches for columns.
   *
   * @param found receives all columns so far, distinct and at most K, repeatedly and at the end
   */
  void propose(Request request, Consumer<List<Proposed>> found);

  /**
   * Searches for all columns at once, without verification; called if fewer than K are verified.
   *
   * @param isEnough receives each set of K or fewer columns; returns whether to stop
   */
  void proposeTogether(Request request, Predicate<BinaryMatrix> isEnough);

  /**
   * The data of a last search.
   *
   * @param data the prepared rows, no entry missing
   * @param cols number of columns of the original data that are not all zero
   * @param k K
   * @param seed of all random numbers
   * @param stop checked within long steps
   */
  record LastRequest(LoadedData data, int cols, int k, long seed, StopSignal stop) {}

  /**
   * Searches for codes without regard to the lasso, once neither the convex fit nor the path has
   * reached the ground truth's error; they are refined, and taken if they have less error.
   *
   * @return N×K; empty if such a search is not worth its time
   */
  default Optional<BinaryMatrix> proposeLast(LastRequest request) {
    return Optional.empty();
  }

  /**
   * Minimum number of rows for a search.
   *
   * @param k K
   */
  int leastRows(int k);

  /**
   * Maximum bytes on the device for N×D {@code rows}, besides the rows.
   *
   * @param k K
   */
  long bytesNeeded(Backend backend, int rows, int cols, int k);
}
