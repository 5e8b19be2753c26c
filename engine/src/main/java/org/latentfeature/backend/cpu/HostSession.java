package org.latentfeature.backend.cpu;

import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.StepTally;

/** What sessions on the host share: the data, the resident Z and the counters. */
public abstract class HostSession implements Factorisation {

  /** X, read only. */
  protected final Matrix x;

  /** Number of rows, N. */
  protected final int rows;

  /** Number of columns, D. */
  protected final int cols;

  /** The resident Z. */
  protected final IncidenceColumns z;

  /** Asked within every long call. */
  protected final StopSignal stop;

  /** What was done so far. */
  protected final StepTally tally = new StepTally();

  /** A session on {@code x} with an empty Z. */
  protected HostSession(Matrix x, StopSignal stop) {
    this.x = x;
    this.stop = stop;
    rows = x.rows();
    cols = x.cols();
    z = new IncidenceColumns(rows, stop);
  }

  @Override
  public final int rows() {
    return rows;
  }

  @Override
  public final int cols() {
    return cols;
  }

  @Override
  public final Counters counters() {
    return tally.counters();
  }

  @Override
  public final int columns() {
    return z.count();
  }

  @Override
  public final BinaryMatrix incidence() {
    return z.toMatrix();
  }

  @Override
  public final void replace(BinaryMatrix matrix) {
    z.replace(matrix);
  }

  @Override
  public final void append(List<BitVector> columns) {
    z.append(columns);
  }

  @Override
  public final void retain(int[] kept) {
    z.retain(kept);
  }
}
