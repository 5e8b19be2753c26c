package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.step.coding.PathOrders;

/**
 * The size of the record that the kernel {@code weigh_paths} writes for a row, and of the scratch
 * memory of its warps.
 *
 * @param longest most features of a path
 */
record PosteriorShape(int longest) {

  private static final int WARPS = LaunchGrid.THREADS / LaunchGrid.LANES;

  /** Blocks that get scratch memory, a multiprocessor. */
  private static final int BLOCKS = 2;

  /** Numbers of all scratch memory, where one block does not need more. */
  private static final long SCRATCH = 1 << 23;

  /** Numbers of all records, where one does not need more. */
  private static final long RECORDS = 1 << 22;

  private int ordered() {
    return Math.min(longest, PathOrders.MOST);
  }

  private int shares() {
    return (ordered() + 1) * (ordered() + 1);
  }

  /** Means, second moments, and shares of the orders of a row. */
  int record() {
    return longest + longest * longest + shares();
  }

  /** By set of places and its last one. */
  private int sets() {
    return (1 << ordered()) * ordered();
  }

  /** Two factors, sums over orders and steps between states; and one array besides. */
  private long scratchOfBlock() {
    int solving = longest * longest + sets() + shares() + ordered() + 1;
    return (long) WARPS * (2 * solving + Math.max(longest * longest, sets()));
  }

  /** Numbers of scratch memory for paths that are no longer, of up to {@code rows} rows. */
  long scratch(int rows, Gpu gpu) {
    long resident = Math.min(enough(rows), (long) BLOCKS * gpu.multiprocessors());
    return Math.max(scratchOfBlock(), Math.min(SCRATCH, resident * scratchOfBlock()));
  }

  /** Blocks that weigh {@code rows} rows at once in {@code scratch} numbers of scratch memory. */
  int blocks(int rows, long scratch) {
    return (int) Math.min(enough(rows), scratch / scratchOfBlock());
  }

  private static long enough(int rows) {
    return ((long) rows + WARPS - 1) / WARPS;
  }

  /** Numbers of records for paths that are no longer, of up to {@code rows} rows. */
  long records(int rows) {
    return Math.max(record(), Math.min(RECORDS, (long) rows * record()));
  }
}
