package org.latentfeature.data;

import org.latentfeature.base.progress.StopSignal;

/**
 * N rows of D entries, wherever they are: a {@link Matrix} in memory, or what other formats of
 * storage hold. Steps read rows through what a backend makes of them; only code that looks at
 * single entries needs a {@link #matrix}.
 */
public sealed interface Rows permits Matrix, SparseRows, FileRows, RemoteRows {

  /** Number of rows, N. */
  int rows();

  /** Number of columns, D. */
  int cols();

  /** Number of entries, N·D, zeros included. */
  default long size() {
    return (long) rows() * cols();
  }

  /**
   * Returns whether the rows are in this process's memory: others are read again for every step on
   * them.
   */
  default boolean isInMemory() {
    return true;
  }

  /**
   * Returns whether the entries that are zero are left out where the rows are: steps over {@link
   * SparseRows} do their work.
   */
  default boolean isSparse() {
    return false;
  }

  /** Facts computed in one reading of all entries, on the first call. */
  DataFacts facts();

  /** SHA-256 of the entries, computed on the first call; see {@link DataHash#sha256}. */
  String hash();

  /** Takes some rows, one block after another. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes the rows from number {@code from} on.
     *
     * @param block valid during the call
     */
    void visit(int from, Matrix block);
  }

  /**
   * Passes all rows to {@code visitor}, in order, as dense blocks.
   *
   * @param stop checked before each block
   * @throws DataException as {@link #matrix} does, if they are sparse
   */
  default void forEach(StopSignal stop, Visitor visitor) {
    stop.check();
    visitor.visit(0, matrix());
  }

  /** Takes some rows as they are stored, one block after another. */
  @FunctionalInterface
  interface BlockVisitor {
    /**
     * Takes the rows from number {@code from} on.
     *
     * @param block a {@link Matrix} or {@link SparseRows}, valid during the call
     */
    void visit(int from, Rows block);
  }

  /**
   * Passes all rows to {@code visitor}, in order, in blocks as they are stored: rows in memory are
   * one block.
   *
   * @param stop checked before each block
   */
  default void forEachBlock(StopSignal stop, BlockVisitor visitor) {
    stop.check();
    visitor.visit(0, this);
  }

  /**
   * A copy in memory of the rows with the indices {@code kept}, in that order; an index may occur
   * twice.
   */
  Rows selectRows(int[] kept);

  /**
   * These rows as a dense matrix in memory: itself if it is one, not a copy.
   *
   * @throws DataException naming how they are stored, and how to read them otherwise, if they are
   *     no such matrix
   */
  Matrix matrix();
}
