package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/** νᵀM for real codes ν (N×K) and a resident matrix M of as many rows, in double precision. */
final class WeighedSums {

  /** Columns of ν that one thread sums, as in the kernel. */
  private static final int GROUP = 16;

  /** Rows that a thread sums before it goes over to double precision, as in the kernel. */
  private static final int RUN = 256;

  /** Blocks of threads that keep one multiprocessor busy. */
  private static final int BUSY = 8;

  private final OpenDevice device;
  private final int rows;
  private final DeviceBuffer partial;

  WeighedSums(OpenDevice device, int rows, DeviceBuffer partial) {
    this.device = device;
    this.rows = rows;
    this.partial = partial;
  }

  /** The array that it works in, for up to {@code most} columns of ν. */
  static DeviceBuffer memory(Room room, Shape shape, int most, Gpu gpu) {
    long busy = (long) BUSY * gpu.multiprocessors() * GROUP * LaunchGrid.THREADS;
    long sums = (long) most * Math.max(shape.cols(), most);
    long runs = ((long) shape.rows() + RUN - 1) / RUN;
    long size = Math.max(sums, Math.min(busy, runs * sums));
    return room.doubles("partial sums of weighed rows", size);
  }

  /**
   * Sums.
   *
   * @param matrix M
   * @param cols columns of M
   * @param pitch from one row of M to the next
   * @param codes ν
   * @param k columns of ν
   * @param stride from one row of ν to the next
   * @param counts whether M is ν, and the diagonal is to be the sums of its columns
   * @param sums where they go, K×{@code cols}
   */
  void of(
      DeviceBuffer matrix,
      int cols,
      int pitch,
      DeviceBuffer codes,
      int k,
      int stride,
      boolean counts,
      DeviceBuffer sums) {
    int size = Math.multiplyExact(k, cols);
    int groups = (k + GROUP - 1) / GROUP;
    int colBlocks = LaunchGrid.threads(cols).x();
    long most = (long) BUSY * device.gpu().multiprocessors() / ((long) groups * colBlocks);
    long chunks = Math.max(1, Math.min(most, partial.count() / size));
    int chunk = (int) (((rows + chunks - 1) / chunks + RUN - 1) / RUN * RUN);
    int used = (int) (((long) rows + chunk - 1) / chunk);
    device
        .launch()
        .pointer(matrix)
        .pointer(codes)
        .pointer(partial)
        .integer(rows)
        .integer(cols)
        .integer(pitch)
        .integer(k)
        .integer(stride)
        .integer(chunk)
        .flag(counts)
        .run(device.kernels().weighRows, LaunchGrid.blocks(groups).deep(used).across(cols));
    device
        .launch()
        .pointer(partial)
        .integer(used)
        .integer(size)
        .pointer(sums)
        .optional(null)
        .run(device.kernels().sumChunks, LaunchGrid.threads(size));
  }
}
