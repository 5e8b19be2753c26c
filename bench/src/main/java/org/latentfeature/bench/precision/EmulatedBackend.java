package org.latentfeature.bench.precision;

import org.latentfeature.backend.Backend;
import org.latentfeature.bench.BorrowedBackend;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** A backend with other searches for atoms than its own. */
final class EmulatedBackend extends BorrowedBackend {

  private final SearchMaker maker;

  /**
   * Searches by {@code maker}.
   *
   * @param backend for everything else
   */
  EmulatedBackend(Backend backend, SearchMaker maker) {
    super(backend);
    this.maker = maker;
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return new EmulatedRows(backend.load(x, first, stop), x, maker);
  }

  /** Rows on which other searches are opened. */
  private record EmulatedRows(ResidentRows rowsThere, Matrix x, SearchMaker maker)
      implements ResidentRows {

    @Override
    public long first() {
      return rowsThere.first();
    }

    @Override
    public int rows() {
      return rowsThere.rows();
    }

    @Override
    public int cols() {
      return rowsThere.cols();
    }

    // Limits of an atom search open one.
    @SuppressWarnings("unchecked")
    @Override
    public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
      R opened = rowsThere.open(limits, stop);
      return limits instanceof AtomSearch.Limits
          ? (R) maker.of((AtomSearch) opened, x, first())
          : opened;
    }

    @Override
    public Matrix copy(int[] some) {
      return rowsThere.copy(some);
    }

    @Override
    public Counters counters() {
      return rowsThere.counters();
    }

    @Override
    public void close() {
      rowsThere.close();
    }
  }
}
