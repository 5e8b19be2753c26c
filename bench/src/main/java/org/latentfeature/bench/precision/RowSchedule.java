package org.latentfeature.bench.precision;

/**
 * How many rows a sweep takes at once, each with its own share kept: blocks of equal size, in
 * random order.
 *
 * @param blockRows rows of a block; 0 if their number is given
 * @param phases number of blocks; 0 if their size is given
 */
record RowSchedule(int blockRows, int phases) {

  /** Blocks of {@code rows}. */
  static RowSchedule blocks(int rows) {
    return new RowSchedule(rows, 0);
  }

  /** So many blocks. */
  static RowSchedule phases(int count) {
    return new RowSchedule(0, count);
  }

  /** Rows of a block but the last, of {@code rows} in all. */
  int size(int rows) {
    return phases == 0 ? Math.min(blockRows, rows) : (rows + phases - 1) / phases;
  }

  /** Number of blocks. */
  int count(int rows) {
    return (rows + size(rows) - 1) / size(rows);
  }

  @Override
  public String toString() {
    return phases == 0 ? "blocks of " + blockRows : phases == 1 ? "1 phase" : phases + " phases";
  }
}
