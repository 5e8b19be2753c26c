package org.latentfeature.backend.sparse;

import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.Capabilities;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.StepTally;

/** Sparse rows that are read in place. */
final class SparseHostRows implements ResidentRows {

  private final SparseRows x;
  private final long first;
  private final int threads;
  private final Capabilities<SparseHostRows> capabilities;
  private final StepTally tally = new StepTally();

  SparseHostRows(SparseRows x, long first, int threads, Capabilities<SparseHostRows> capabilities) {
    this.x = x;
    this.first = first;
    this.threads = threads;
    this.capabilities = capabilities;
  }

  /** X itself. */
  SparseRows x() {
    return x;
  }

  /** Most threads of a step. */
  int threads() {
    return threads;
  }

  /** Returns the tally of the steps done so far. */
  StepTally tally() {
    return tally;
  }

  @Override
  public long first() {
    return first;
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int cols() {
    return x.cols();
  }

  @Override
  public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
    return capabilities.open(this, limits, stop);
  }

  @Override
  public Matrix copy(int[] rows) {
    return x.selectRows(rows).toDense();
  }

  @Override
  public Counters counters() {
    return tally.counters();
  }

  @Override
  public void close() {
    // X is the caller's.
  }
}
