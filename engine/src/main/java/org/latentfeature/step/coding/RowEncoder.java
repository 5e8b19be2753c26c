package org.latentfeature.step.coding;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.random.CounterRandom;

/**
 * Codes rows for a fixed dictionary without a code to start from, as well as can be: descents start
 * from rounded least squares, and a search by branch and bound proves the code to be the best or
 * finds a better one. It gives up after a number of nodes that grows with K; descents then start
 * from least squares over numbers from 0 to 1, from no feature, from codes of the fit's rows and
 * from random codes, and the search starts again from the best. Has scratch memory: use it from one
 * thread.
 */
public final class RowEncoder {

  /**
   * Entries that a search decides before it gives up, for each feature: about as much work as ten
   * descents from random codes.
   */
  private static final int NODES = 100;

  /** Sweeps of least squares over numbers from 0 to 1. */
  private static final int SWEEPS = 30;

  private final RowCoder coder;
  private final boolean exact;
  private final int restarts;
  private final long seed;
  private final @Nullable FittedCodes fitted;
  private final double[] real;
  private final byte[] trial;
  private double value;

  /**
   * An encoder of the rows that {@code coder} has {@linkplain RowCoder#load loaded}.
   *
   * @param k features
   * @param exact whether searches do not give up
   * @param restarts number of random codes
   * @param seed of these
   * @param fitted further codes to start from; null if there are none
   */
  public RowEncoder(
      RowCoder coder, int k, boolean exact, int restarts, long seed, @Nullable FittedCodes fitted) {
    this.fitted = fitted;
    this.coder = coder;
    this.exact = exact;
    this.restarts = restarts;
    this.seed = seed;
    real = new double[k];
    trial = new byte[k];
  }

  /**
   * Codes a row.
   *
   * @param row its number among all
   * @param p W x of the row
   * @param z becomes a code of no higher f than what it was
   * @return whether no code is better
   */
  public boolean encode(long row, double[] p, byte[] z) {
    if (exact) {
      coder.exact(p, z);
      return coder.seesEveryFeature();
    }
    coder.descend(p, z);
    value = coder.valueReached(p, z);
    coder.leastSquares(p, real, trial);
    descend(p, z);
    return (search(p, z) || searchAgain(row, p, z)) && coder.seesEveryFeature();
  }

  private boolean search(double[] p, byte[] z) {
    return coder.search(p, z, (long) NODES * z.length);
  }

  private boolean searchAgain(long row, double[] p, byte[] z) {
    coder.descend(p, z);
    double searched = coder.valueReached(p, z);
    value = searched;
    coder.boxed(p, real, trial, SWEEPS);
    descend(p, z);
    Arrays.fill(trial, (byte) 0);
    descend(p, z);
    for (int which = 0; fitted != null && which < fitted.starts(); which++) {
      fitted.start(which, row, z, trial);
      descend(p, z);
    }
    for (int attempt = 0; attempt < restarts; attempt++) {
      for (int c = 0; c < trial.length; c++) {
        long at = (long) attempt * trial.length + c;
        trial[c] = (byte) (CounterRandom.bits(seed, row, at) >>> 63);
      }
      descend(p, z);
    }
    coder.descendByPairs(p, z);
    value = coder.valueReached(p, z);
    return value < searched && search(p, z);
  }

  /** Descends from {@link #trial}, and keeps what is better than {@code z}. */
  private void descend(double[] p, byte[] z) {
    coder.descend(p, trial);
    double reached = coder.valueReached(p, trial);
    if (reached < value) {
      value = reached;
      System.arraycopy(trial, 0, z, 0, z.length);
    }
  }
}
