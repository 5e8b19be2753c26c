package org.latentfeature.data;

import org.latentfeature.base.progress.StopSignal;

/**
 * Rows that other machines hold. What a fit must know of them is known here; steps on them run
 * there, in a backend that loads them without reading them.
 */
public abstract non-sealed class RemoteRows implements Rows {

  /**
   * A sum over all rows, added up where they are.
   *
   * @param stop checked before
   * @param z codes, N×K
   * @param sum what each of them adds
   */
  public abstract double[] sum(StopSignal stop, BinaryMatrix z, RowSum sum);

  @Override
  public final boolean isInMemory() {
    return false;
  }

  /**
   * Always refused: rows are on many machines because they do not fit one.
   *
   * @throws DataException naming the way out
   */
  @Override
  public final Matrix matrix() {
    throw new DataException(
        "%s, but this needs all rows in memory; fit a sample of them".formatted(this));
  }

  @Override
  public String toString() {
    return "%,d × %,d on other machines".formatted(rows(), cols());
  }
}
