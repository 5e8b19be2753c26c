package org.latentfeature.cuda.driver;

/**
 * By the project's own kernels, where there is no cuBLAS. A product of few tiles and many terms is
 * split along the terms, so that the whole device has work, and the sums of the splits are added in
 * their order.
 */
public final class OwnProducts implements Products {

  /** Terms that a block has in shared memory at once, as in the kernel. */
  private static final int DEPTH = 16;

  /** Fewest terms of a split. */
  private static final int LEAST = 16 * DEPTH;

  /** Most blocks along the second dimension of a launch. */
  private static final int MOST_TOGETHER = 65_535;

  private final Launch launch;
  private final int blocks;
  private final DeviceBuffer room;
  private final Tile square;
  private final Tile low;
  private final Tile narrow;
  private final Tile precise;
  private final Tile twofold;

  /**
   * A kernel, what adds its splits, the entries of C that a block of it has, and the bytes of those
   * and of entries of factors.
   */
  private record Tile(
      Kernel kernel, Kernel addSplits, int height, int width, int bytes, int factorBytes) {

    int count(int m, int n) {
      return Math.multiplyExact((m + height - 1) / height, (n + width - 1) / width);
    }
  }

  /** A factor, whose entry (i, j) is at i·rows + j·cols. */
  private record Factor(DeviceBuffer entries, long rows, long cols) {}

  /**
   * Products on {@code launch}'s stream.
   *
   * @param module of the kernels
   * @param blocks that keep the device busy
   * @param room for the sums of splits, bytes
   */
  OwnProducts(Launch launch, KernelModule module, int blocks, DeviceBuffer room) {
    this.launch = launch;
    this.blocks = blocks;
    this.room = room;
    Kernel add = module.kernel("add_splits");
    square = new Tile(module.kernel("multiply_square"), add, 64, 64, Float.BYTES, Float.BYTES);
    low = new Tile(module.kernel("multiply_low"), add, 16, 256, Float.BYTES, Float.BYTES);
    narrow = new Tile(module.kernel("multiply_narrow"), add, 256, 16, Float.BYTES, Float.BYTES);
    Kernel addDouble = module.kernel("add_double_splits");
    precise =
        new Tile(module.kernel("multiply_double"), addDouble, 64, 64, Double.BYTES, Double.BYTES);
    twofold =
        new Tile(module.kernel("multiply_twofold"), addDouble, 64, 64, Double.BYTES, Float.BYTES);
  }

  @Override
  public void rowsByRows(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c) {
    a.requireRoom((long) m * k);
    b.requireRoom((long) n * k);
    multiply(m, n, k, new Factor(a, k, 1), new Factor(b, k, 1), false, c);
  }

  @Override
  public void times(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c) {
    a.requireRoom((long) m * k);
    b.requireRoom((long) k * n);
    multiply(m, n, k, new Factor(a, k, 1), new Factor(b, 1, n), false, c);
  }

  @Override
  public void addTimes(
      int m, int n, int k, DeviceBuffer a, int stride, DeviceBuffer b, DeviceBuffer c) {
    a.requireRoom((m - 1L) * stride + k);
    b.requireRoom((long) k * n);
    multiply(m, n, k, new Factor(a, stride, 1), new Factor(b, 1, n), true, c);
  }

  @Override
  public void combinations(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c) {
    a.requireRoom((long) k * m);
    b.requireRoom((long) k * n);
    multiply(m, n, k, new Factor(a, 1, m), new Factor(b, 1, n), false, c);
  }

  @Override
  public void grams(int count, int m, int k, DeviceBuffer a, DeviceBuffer c) {
    a.requireRoom((long) count * m * k);
    c.requireRoom((long) count * m * m);
    if (m == 0) {
      return;
    }
    Tile tile = tile(m, m);
    for (int from = 0; from < count; from += MOST_TOGETHER) {
      int some = Math.min(MOST_TOGETHER, count - from);
      Factor rows = new Factor(a.from((long) from * m * k), k, 1);
      LaunchGrid grid = LaunchGrid.blocks(tile.count(m, m)).by(some);
      run(
          tile,
          grid,
          m,
          m,
          k,
          k,
          (long) m * k,
          rows,
          rows,
          false,
          false,
          c.from((long) from * m * m));
    }
  }

  @Override
  public void addRowGram(int m, int k, DeviceBuffer a, boolean keep, DeviceBuffer c) {
    gram(m, k, new Factor(a, k, 1), keep, c);
  }

  @Override
  public void addColumnGram(int m, int k, DeviceBuffer a, boolean keep, DeviceBuffer c) {
    gram(m, k, new Factor(a, 1, m), keep, c);
  }

  /**
   * The lower triangle of C (m×m) = A Aᵀ + keep·C in double precision, for A (m×k) in single
   * precision whose entry (i, j) is at i·rows + j·cols: without double precision but for C.
   */
  public void addTwofoldGram(
      int m, int k, DeviceBuffer a, long rows, long cols, boolean keep, DeviceBuffer c) {
    a.requireRoom((m - 1) * rows + (k - 1) * cols + 1);
    Factor factor = new Factor(a, rows, cols);
    split(twofold, m, m, k, factor, factor, keep, true, c);
  }

  private void gram(int m, int k, Factor a, boolean keep, DeviceBuffer c) {
    a.entries().requireRoom((long) m * k);
    split(precise, m, m, k, a, a, keep, true, c);
  }

  private void multiply(int m, int n, int k, Factor a, Factor b, boolean keep, DeviceBuffer c) {
    split(tile(m, n), m, n, k, a, b, keep, false, c);
  }

  private Tile tile(int m, int n) {
    return m <= low.height() ? low : n <= narrow.width() ? narrow : square;
  }

  private void split(
      Tile tile,
      int m,
      int n,
      int k,
      Factor a,
      Factor b,
      boolean keep,
      boolean lower,
      DeviceBuffer c) {
    c.requireRoom((long) m * n);
    if (m == 0 || n == 0) {
      return;
    }
    int tiles = tile.count(m, n);
    long size = (long) m * n;
    long most = Math.min((long) blocks / tiles, room.count() / tile.bytes() / size);
    int terms = roundUp(Math.max(LEAST, (int) (k / Math.max(1, most)) + 1));
    int splits = (k + terms - 1) / terms;
    LaunchGrid grid = LaunchGrid.blocks(tiles);
    if (splits <= 1 || splits > most) {
      run(tile, grid, m, n, k, k, 0, a, b, keep, lower, c);
      return;
    }
    run(tile, grid.deep(splits), m, n, k, terms, 0, a, b, false, lower, room);
    launch
        .pointer(room)
        .pointer(c)
        .integer((int) size)
        .integer(n)
        .integer(splits)
        .flag(keep)
        .flag(lower)
        .run(tile.addSplits(), LaunchGrid.threads(size));
  }

  private static int roundUp(int terms) {
    return (terms + DEPTH - 1) / DEPTH * DEPTH;
  }

  private void run(
      Tile tile,
      LaunchGrid grid,
      int m,
      int n,
      int k,
      int terms,
      long batch,
      Factor a,
      Factor b,
      boolean keep,
      boolean lower,
      DeviceBuffer c) {
    int shared = DEPTH * (tile.height() + tile.width()) * tile.factorBytes();
    launch
        .pointer(a.entries())
        .size(a.rows())
        .size(a.cols())
        .pointer(b.entries())
        .size(b.rows())
        .size(b.cols())
        .pointer(c)
        .integer(m)
        .integer(n)
        .integer(k)
        .integer(terms)
        .size(batch)
        .flag(keep)
        .flag(lower)
        .run(tile.kernel(), grid.shared(shared));
  }
}
