package org.latentfeature.cuda.driver;

/**
 * The shape of a launch.
 *
 * @param x blocks along the first dimension, up to 2^31 − 1
 * @param y blocks along the second, up to 65,535
 * @param z blocks along the third, up to 65,535
 * @param threads threads of a block
 * @param sharedBytes dynamic shared memory of a block
 */
public record LaunchGrid(int x, int y, int z, int threads, int sharedBytes) {

  /** Threads of a block where a kernel does not care; the most that any kernel here takes. */
  public static final int THREADS = 256;

  /** Threads that move in step. */
  public static final int LANES = 32;

  /** Blocks of {@link #THREADS} threads, enough for {@code threads} of them. */
  public static LaunchGrid threads(long threads) {
    return blocks(Math.toIntExact((threads + THREADS - 1) / THREADS));
  }

  /** Enough blocks of {@link #THREADS} threads to give each of {@code warps} 32 threads. */
  public static LaunchGrid warps(long warps) {
    return threads(warps * LANES);
  }

  /** {@code count} blocks of {@link #THREADS} threads. */
  public static LaunchGrid blocks(int count) {
    return new LaunchGrid(count, 1, 1, THREADS, 0);
  }

  /** Returns this grid with {@code count} blocks along the second dimension. */
  public LaunchGrid by(int count) {
    return new LaunchGrid(x, count, z, threads, sharedBytes);
  }

  /** Returns this grid with {@code count} blocks along the third dimension. */
  public LaunchGrid deep(int count) {
    return new LaunchGrid(x, y, count, threads, sharedBytes);
  }

  /** Returns this grid with blocks of {@code warps} times 32 threads. */
  public LaunchGrid ofWarps(int warps) {
    return new LaunchGrid(x, y, z, warps * LANES, sharedBytes);
  }

  /**
   * Returns this grid with blocks of as many warps as {@code length} entries keep busy: fewer than
   * {@link #THREADS} threads wait for each other sooner.
   */
  public LaunchGrid over(long length) {
    return ofWarps((int) Math.max(1, Math.min(THREADS, length + LANES - 1) / LANES));
  }

  /**
   * Returns this grid with {@code length} threads along the second dimension, in equal blocks of
   * whole warps: if all but the last were full, that one could be nearly idle and still take a full
   * block's room.
   */
  public LaunchGrid across(long length) {
    int count = threads(length).x;
    return by(count).over((length + count - 1) / count);
  }

  /** Returns this grid with {@code bytes} of dynamic shared memory for each block. */
  public LaunchGrid shared(int bytes) {
    return new LaunchGrid(x, y, z, threads, bytes);
  }
}
