package org.latentfeature.bench.precision;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/**
 * A backend with other searches for atoms than its own.
 *
 * @param backend for everything else; it stays the caller's
 * @param maker of the searches
 */
record EmulatedBackend(Backend backend, SearchMaker maker) implements Backend {

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return new EmulatedRows(backend.load(x, first, stop), x, maker);
  }

  @Override
  public Algebra algebra() {
    return backend.algebra();
  }

  @Override
  public BackendInfo info() {
    return backend.info();
  }

  @Override
  public boolean offers(Limits<?> limits) {
    return backend.offers(limits);
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return backend.bytesNeeded(rows, cols, opened);
  }

  @Override
  public long bytesAvailable() {
    return backend.bytesAvailable();
  }

  @Override
  public void close() {
    // The backend is another's.
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
