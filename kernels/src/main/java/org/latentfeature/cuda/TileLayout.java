package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.LaunchGrid;

/**
 * Numbers that tiles of rows consist of, and how tiles lie in shared memory, as {@code Layout} in
 * the kernels.
 */
enum TileLayout {

  /** One tile at once. */
  SINGLE(Float.BYTES, 1, 1),

  /** Rounded copies, whose rows are whole units; two tiles at once. */
  BFLOAT16(Short.BYTES, 2, 2);

  /** Rows of a tile. */
  static final int ROWS = 8;

  /** Columns of a group, which a product of tensor cores takes or gives. */
  static final int GROUP = 8;

  /** Groups of columns of a unit, which a warp has or has not. */
  private static final int GROUPS = 2;

  /** By how much the beginnings of rows in single precision differ beyond the pitch. */
  private static final int SHIFT = 24;

  private static final int MOST_STAGES = 4;

  /** Bytes of a number. */
  final int bytes;

  /** Tiles at once. */
  final int tiles;

  /** How many products of tensor cores take the time of one of TF32 numbers. */
  final int rate;

  TileLayout(int bytes, int tiles, int rate) {
    this.bytes = bytes;
    this.tiles = tiles;
    this.rate = rate;
  }

  private static int roundUp(int count, int unit) {
    return (count + unit - 1) / unit * unit;
  }

  /** So many columns in whole groups. */
  static int padded(int cols) {
    return roundUp(cols, GROUP);
  }

  /** Units that hold so many columns. */
  private static int units(int cols) {
    return (cols + GROUPS * GROUP - 1) / (GROUPS * GROUP);
  }

  /** Groups of columns, with those past the last one of a unit. */
  static int groupsOfUnits(int cols) {
    return units(cols) * GROUPS;
  }

  /** Rows of the tiles at once. */
  int rows() {
    return tiles * ROWS;
  }

  /** How many such there are in so many rows. */
  int stages(int rows) {
    return (rows + rows() - 1) / rows();
  }

  /** Numbers from one row to the next in global memory. */
  int width(int cols) {
    return this == SINGLE ? cols : units(cols) * GROUPS * GROUP;
  }

  /**
   * Returns the numbers from one row to the next in shared memory, chosen so that no two of several
   * rows begin in the same banks.
   */
  int pitch(int cols) {
    return this == SINGLE
        ? roundUp(units(cols) * GROUPS * GROUP + SHIFT, LaunchGrid.LANES)
        : width(cols) + 16 / bytes;
  }

  /** Shared memory of the tiles at once. */
  int stageBytes(int cols) {
    return rows() * pitch(cols) * bytes;
  }

  /** How many of them {@code bytes} of shared memory hold, at most what a kernel waits for. */
  int stagesIn(int bytes, int cols) {
    return Math.min(MOST_STAGES, bytes / stageBytes(cols));
  }
}
