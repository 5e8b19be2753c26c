package org.latentfeature.fit.scale;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;

/**
 * All rows of large data, wherever they are: in memory, in a file, or on many machines. A fit by a
 * sample takes some of them, and codes all of them: a dictionary goes out, and sums over the rows
 * come back.
 */
public interface AllRows {

  /** Rows on one machine: resident on its backend, or in a file that is read block by block. */
  static AllRows of(LoadedData data) {
    return new LoadedRows(data);
  }

  /** Number of rows, N. */
  int rows();

  /** Number of columns, D. */
  int cols();

  /**
   * The largest |x|.
   *
   * @throws DataException naming the place and the way out, if an entry is missing or not finite
   */
  float largest();

  /**
   * Mean square of the known entries.
   *
   * @throws DataException naming the place, if an entry is infinite
   */
  double meanSquare();

  /** A copy in memory of the rows with these numbers, from 0, ascending. */
  Rows selectRows(int[] numbers);

  /** The rows whose codes a model of the fit has: all, unless they are too many for one machine. */
  Rows kept();

  /**
   * Opens the codes of all rows, which have no features yet.
   *
   * @param k maximum number of features
   */
  Coding open(int k, StopSignal stop);

  /**
   * Opens the coding of all rows as paths.
   *
   * @param k maximum number of features
   */
  PathSums openPaths(int k, StopSignal stop);

  /** Sums over all rows, coded as paths of which none is kept. Use them from one thread. */
  interface PathSums extends AutoCloseable {

    /** {@link PathCoder#statistics(PathObjective, PathModel)} of all rows: one round. */
    PathStatistics sum(PathObjective objective, PathModel model);

    @Override
    void close();
  }

  /** Codes of all rows. Use them from one thread. */
  interface Coding extends AutoCloseable {

    /**
     * Codes all rows for {@code w} (K×D), and sums up what the codes come to: one round.
     *
     * @param how rows are coded, anew or from their present codes
     */
    CodeSums code(Dense w, RowCoding how);

    /** Keeps the features with the indices {@code kept}, in that order. */
    void retain(int[] kept);

    /** A copy of the present codes of the {@link AllRows#kept} rows. */
    BinaryMatrix codes();

    @Override
    void close();
  }
}
