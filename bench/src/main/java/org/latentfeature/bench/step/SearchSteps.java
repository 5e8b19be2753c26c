package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/** Rows with one Z and all that a fit does with it. */
public final class SearchSteps implements AutoCloseable {

  private final CheckedRows rows;
  private final Opened opened;
  private final Incidence codes;
  private final Factorisation factorisation;
  private final AtomSearch search;

  /** Loads {@code x} and opens them with room for {@code limits}; the residual is X. */
  public SearchSteps(Backend backend, Matrix x, AtomSearch.Limits limits) {
    rows = CheckedRows.load(backend, x);
    opened = new Opened(rows, StopSignal.NEVER);
    codes = opened.open(new Incidence.Limits(limits.columns()));
    factorisation = opened.open(new Factorisation.Limits(limits.columns()));
    search = opened.open(limits);
    search.residual(codes, new Dense(0, x.cols()));
  }

  /** The rows. */
  public ResidentRows rows() {
    return rows;
  }

  /** Z, at first without columns. */
  public Incidence codes() {
    return codes;
  }

  /** Relates Z to the rows. */
  public Factorisation factorisation() {
    return factorisation;
  }

  /** Searches atoms. */
  public AtomSearch search() {
    return search;
  }

  @Override
  public void close() {
    opened.close();
    rows.close();
  }
}
