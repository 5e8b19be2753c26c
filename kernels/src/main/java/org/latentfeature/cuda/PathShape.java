package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.step.coding.Paths;

/**
 * Where the warps of a search of paths keep what is theirs: a state of three numbers a feature, and
 * a factor of as many rows as a path may have features. Shared memory holds both, or the state, or
 * neither: as much as leaves room for two blocks on a multiprocessor, since fewer warps do not hide
 * latency; the rest is scratch memory.
 *
 * @param features K
 * @param longest most features of a path
 * @param stateShared whether the state is in shared memory
 * @param factorShared whether the factor is, too
 */
record PathShape(int features, int longest, boolean stateShared, boolean factorShared) {

  private static final int WARPS = LaunchGrid.THREADS / LaunchGrid.LANES;

  /** Numbers of a feature in the state. */
  private static final int STATE = 3;

  /** Bytes of shared memory that the system takes of a block besides its own. */
  private static final int RESERVED = 1 << 10;

  /** Blocks that get scratch memory, a multiprocessor. */
  private static final int BLOCKS = 4;

  /** Numbers of all scratch memory, where one block does not need more. */
  private static final long SCRATCH = 1 << 24;

  /**
   * The shape where a block may have {@code mostShared} bytes, which is what a multiprocessor has
   * but for what the system takes of one block.
   */
  static PathShape of(int features, int longest, int mostShared) {
    int half = (mostShared - RESERVED) / 2;
    PathShape both = new PathShape(features, longest, true, true);
    PathShape state = new PathShape(features, longest, true, false);
    return both.sharedSize() <= half
        ? both
        : state.sharedSize() <= half ? state : new PathShape(features, longest, false, false);
  }

  /** Bytes of shared memory of a block. */
  int sharedBytes() {
    return Math.toIntExact(sharedSize());
  }

  private long sharedSize() {
    return (long) Float.BYTES
        * WARPS
        * features
        * ((stateShared ? STATE : 0) + (factorShared ? longest : 0));
  }

  /** Numbers of scratch memory of a block. */
  long scratch() {
    return (long) WARPS * features * ((stateShared ? 0 : STATE) + (factorShared ? 0 : longest));
  }

  /** Blocks that search {@code rows} rows at once in {@code scratch} numbers of scratch memory. */
  int blocks(int rows, long scratch) {
    return scratch() == 0 ? enough(rows) : (int) Math.min(enough(rows), scratch / scratch());
  }

  /** Blocks that give each row a warp. */
  private static int enough(int rows) {
    return (int) (((long) rows + WARPS - 1) / WARPS);
  }

  /**
   * Numbers of scratch memory for searches of up to {@code rows} rows, {@code features} features
   * and paths of any length.
   */
  static long scratch(int rows, int features, Gpu gpu) {
    long block = of(features, Paths.LONGEST, gpu.sharedBytes()).scratch();
    long resident = Math.min(enough(rows), (long) BLOCKS * gpu.multiprocessors());
    return Math.max(block, Math.min(SCRATCH, resident * block));
  }
}
