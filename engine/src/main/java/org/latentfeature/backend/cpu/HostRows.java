package org.latentfeature.backend.cpu;

import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.Capabilities;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.StepTally;

/** Rows that a backend on the host reads in place. */
public final class HostRows implements ResidentRows {

  private final Matrix x;
  private final long first;
  private final Capabilities<HostRows> capabilities;
  private final StepTally tally = new StepTally();

  /**
   * The rows of {@code x}, of which the first is number {@code first}, with the steps of {@code
   * capabilities}.
   */
  public HostRows(Matrix x, long first, Capabilities<HostRows> capabilities) {
    this.x = x;
    this.first = first;
    this.capabilities = capabilities;
  }

  /** X itself, read only. */
  public Matrix x() {
    return x;
  }

  /** The entries of X that are NaN. */
  public MissingEntries missing() {
    return MissingEntries.of(x);
  }

  /** The rows that know each column of X. */
  public KnownColumns known() {
    return KnownColumns.of(x);
  }

  /** Returns the tally of the steps done so far. */
  public StepTally tally() {
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
    return x.selectRows(rows);
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
