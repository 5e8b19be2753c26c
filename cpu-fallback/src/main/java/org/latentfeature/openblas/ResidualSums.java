package org.latentfeature.openblas;

import org.bytedeco.javacpp.FloatPointer;

/**
 * Sums S (q×D) of rows of the residual A that go in sequence, each after the changes of those
 * before. So threads share the columns: a block's products with S are added up from the slices of
 * all, one thread takes the block's rows, and all add its changes to their slices, with a barrier
 * after the first and the second. Bits depend on the number of threads alone.
 */
final class ResidualSums {

  private static final int ROWS = ResidualBlocks.ROWS;

  /** Columns of a slice, at least: fewer take less time than the barriers. */
  private static final int LEAST = 256;

  /** Entries of S in a slice, at least, for the same reason. */
  private static final int LEAST_ENTRIES = 8 * LEAST;

  /** Slices begin where a vector register does. */
  private static final int ALIGNED = 16;

  /** The gradient of a block, S A_bᵀ: entry (k, j) is at k·64 + j. */
  final float[] gradient;

  /** Changes of the block's rows, likewise. */
  final float[] delta;

  private final Blas blas;
  private final ResidualBlocks blocks;
  private final int cols;
  private final FloatPointer sums;
  private final FloatPointer changes;
  private final Slice[] slices;
  private final Slice[] whole;
  private final float[] ofSlice;

  ResidualSums(Blas blas, ResidualBlocks blocks, int most, Arena arena) {
    this.blas = blas;
    this.blocks = blocks;
    cols = blocks.cols;
    sums = arena.floats((long) most * cols);
    changes = arena.floats((long) most * ROWS);
    gradient = new float[most * ROWS];
    delta = new float[most * ROWS];
    ofSlice = new float[most * ROWS];
    slices = new Slice[slices(blas.threads(), cols)];
    for (int s = 0; s < slices.length; s++) {
      slices[s] = new Slice(cut(s), cut(s + 1), arena.floats((long) most * ROWS));
    }
    whole = new Slice[] {new Slice(0, cols, slices[0].products)};
  }

  static long floatsNeeded(int threads, int cols, int most) {
    return most * (cols + (4L + slices(threads, cols)) * ROWS);
  }

  private static int slices(int threads, int cols) {
    return Math.max(1, Math.min(threads, cols / LEAST));
  }

  private int cut(int slice) {
    int at = (int) ((long) cols * slice / slices.length);
    return slice == slices.length ? cols : at / ALIGNED * ALIGNED;
  }

  /** S from row {@code row} on, without the memory, which stays the search's. */
  FloatPointer row(int row) {
    return new FloatPointer(sums).position((long) row * cols);
  }

  /** S, q×D, likewise. */
  FloatPointer values() {
    return row(0);
  }

  /** ‖s‖² of row {@code row} of S. */
  double squaredNorm(int row) {
    return Blas.squaredNorm(row(row), cols);
  }

  /** Takes the rows of a block one after another. */
  @FunctionalInterface
  interface Block {
    /**
     * From {@link #gradient} makes {@link #delta}.
     *
     * @return whether any row has changed
     */
    boolean change(int b, int n);
  }

  /** Takes the blocks in their {@code order}, each with the changes of those before in S. */
  void inSequence(int q, int[] order, Block block) {
    boolean[] changed = new boolean[1];
    Slice[] team = (long) q * cols < (long) LEAST_ENTRIES * slices.length ? whole : slices;
    blas.team(
        team.length,
        2.0 * q * blocks.rows * cols,
        member -> {
          Slice own = team[member.number()];
          for (int b : order) {
            int n = blocks.rowsIn(b);
            own.project(q, b, n);
            member.barrier();
            if (member.number() == 0) {
              blocks.stop.check();
              gather(q, team);
              changed[0] = block.change(b, n);
              if (changed[0]) {
                blas.count(2.0 * q * n * cols);
                changes.put(delta, 0, q * ROWS);
              }
            }
            member.barrier();
            if (changed[0]) {
              own.add(q, b, n);
            }
          }
        });
  }

  /** The products of all slices, added in their order. */
  private void gather(int q, Slice[] team) {
    team[0].products.get(gradient, 0, q * ROWS);
    for (int s = 1; s < team.length; s++) {
      team[s].products.get(ofSlice, 0, q * ROWS);
      for (int i = 0; i < q * ROWS; i++) {
        gradient[i] += ofSlice[i];
      }
    }
  }

  /** Some columns of A and of S, of one thread. */
  private final class Slice {

    final FloatPointer products;
    private final int from;
    private final int width;
    private final FloatPointer rows = blocks.view();
    private final FloatPointer own;
    private final FloatPointer shared = new FloatPointer(changes);

    Slice(int from, int to, FloatPointer products) {
      this.from = from;
      this.products = products;
      width = to - from;
      own = new FloatPointer(sums).position(from);
    }

    private FloatPointer block(int b) {
      return rows.position((long) b * ROWS * cols + from);
    }

    void project(int q, int b, int n) {
      Blas.multiplyTransposed(q, n, width, own, cols, block(b), cols, products, ROWS);
    }

    void add(int q, int b, int n) {
      Blas.multiply(q, width, n, shared, ROWS, block(b), cols, 1, own, cols);
    }
  }
}
