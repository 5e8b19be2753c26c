package org.latentfeature.backend.sparse;

import java.util.List;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Capabilities;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/** The steps of the lasso that a CPU backend offers over sparse rows. */
public final class SparseSteps {

  private final int threads;
  private final Capabilities<SparseHostRows> capabilities;

  /** Steps of up to {@code threads} threads. */
  public SparseSteps(int threads) {
    this.threads = threads;
    capabilities =
        new Capabilities<SparseHostRows>()
            .with(
                Incidence.Limits.class,
                IncidenceColumns::bytesNeeded,
                (rows, limits, stop) -> new IncidenceColumns(rows.rows()))
            .with(
                Factorisation.Limits.class,
                (rows, cols, limits) ->
                    SparseFactorisation.bytesNeeded(threads, rows, cols, limits),
                (rows, limits, stop) -> new SparseFactorisation(rows, stop))
            .with(
                AtomSearch.Limits.class,
                (rows, cols, limits) -> SparseSearch.bytesNeeded(threads, rows, cols, limits),
                (rows, limits, stop) -> new SparseSearch(rows, stop))
            .with(
                Moments.Limits.class,
                (rows, cols, limits) -> SparseMoments.bytesNeeded(threads, rows, cols, limits),
                (rows, limits, stop) -> new SparseMoments(rows, stop))
            .with(
                Projections.Limits.class,
                (rows, cols, limits) -> SparseProjections.bytesNeeded(threads, rows, cols, limits),
                (rows, limits, stop) -> new SparseProjections(rows, stop));
  }

  /** Returns whether sparse rows have a step with these limits. */
  public boolean offers(Limits<?> limits) {
    return capabilities.offers(limits);
  }

  /**
   * Bytes of all of {@code opened} together, besides the rows.
   *
   * @param rows N
   * @param cols D
   * @param opened limits of what is open at once
   */
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return capabilities.bytesNeeded(rows, cols, opened);
  }

  /**
   * The rows of {@code x}, read in place.
   *
   * @param first number of the first among all rows
   */
  public ResidentRows load(SparseRows x, long first) {
    return new SparseHostRows(x, first, threads, capabilities);
  }
}
