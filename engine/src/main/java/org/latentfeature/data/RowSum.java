package org.latentfeature.data;

import java.io.Serializable;
import org.latentfeature.base.linalg.Algebra;

/**
 * Numbers that coded rows add up to; it is sent to where they are, and added up over all of them.
 */
public interface RowSum extends Serializable {

  /** The code of a row without features. */
  int[] NO_FEATURES = {};

  /** How many numbers. */
  int size();

  /**
   * Begins with some rows.
   *
   * @param cols their entries, D
   * @param algebra of the machine that has them
   */
  Adding begin(int cols, Algebra algebra);

  /** Adds up rows that follow each other. */
  interface Adding {

    /**
     * Adds a row to {@code sums}.
     *
     * @param x its D entries, valid during the call
     * @param features the columns in which its code is 1, ascending
     */
    void add(float[] x, int[] features, double[] sums);

    /** Adds what is left over, after the last row. */
    default void end(double[] sums) {}
  }
}
