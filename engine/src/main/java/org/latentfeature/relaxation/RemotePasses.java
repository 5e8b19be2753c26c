package org.latentfeature.relaxation;

import org.latentfeature.data.RowSum;
import org.latentfeature.progress.StopSignal;

/** Rows that other machines hold, which add up there what they are asked for. */
public interface RemotePasses extends RowPasses {

  /**
   * A sum over all rows, as one pass would give it; their codes have no features.
   *
   * @throws org.latentfeature.progress.StoppedException once {@code stop} is set
   */
  double[] sum(StopSignal stop, RowSum sum);
}
