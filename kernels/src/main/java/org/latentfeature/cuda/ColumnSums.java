package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/** ZᵀM for binary columns and a resident matrix M (N×D), summed in double precision. */
final class ColumnSums {

  /** Most columns of one call; the results of more come in turns. */
  static final int BATCH = 64;

  /** Binary columns that one thread sums, as in the kernel. */
  static final int GROUP = 16;

  /** Words that a thread sums before it goes over to double precision, as in the kernel. */
  private static final int RUN = 16;

  /** Blocks of threads that keep one multiprocessor busy. */
  private static final int BUSY = 8;

  private final OpenDevice device;
  private final Shape shape;
  private final DeviceBuffer partial;

  /** The sums of the last call, count×D. */
  private final DeviceBuffer sums;

  ColumnSums(OpenDevice device, Shape shape, Memory memory) {
    this.device = device;
    this.shape = shape;
    partial = memory.partial();
    sums = memory.sums();
  }

  /** The arrays that it works in. */
  record Memory(DeviceBuffer partial, DeviceBuffer sums) {
    static Memory in(Room room, Shape shape, Gpu gpu) {
      long most = 0;
      for (int count = 1; count <= BATCH; count++) {
        long chunks = chunks(shape, chunkWords(shape, count, gpu.multiprocessors()));
        most = Math.max(most, chunks * count * shape.cols());
      }
      return new Memory(
          room.doubles("partial column sums", most),
          room.doubles("column sums", (long) BATCH * shape.cols()));
    }
  }

  private static int groups(int count) {
    return (count + GROUP - 1) / GROUP;
  }

  /** Words of a chunk: whole runs, and as few chunks as keep the GPU busy. */
  private static int chunkWords(Shape shape, int count, int multiprocessors) {
    long chunks =
        Math.max(1, (long) BUSY * multiprocessors / ((long) shape.colBlocks() * groups(count)));
    long words = (shape.words() + chunks - 1) / chunks;
    return (int) ((words + RUN - 1) / RUN * RUN);
  }

  private static int chunks(Shape shape, int chunkWords) {
    return (int) (((long) shape.words() + chunkWords - 1) / chunkWords);
  }

  /**
   * Sums, for each of the first {@code count} of {@code columns}, the rows of {@code matrix} that
   * it names.
   *
   * @param single where the sums go in single precision too, or null
   * @return the sums, count×D in double precision, until the next call
   */
  DeviceBuffer of(
      DeviceBuffer matrix, DeviceBuffer columns, int count, @Nullable DeviceBuffer single) {
    int chunk = chunkWords(shape, count, device.gpu().multiprocessors());
    int chunks = chunks(shape, chunk);
    device
        .launch()
        .pointer(matrix)
        .pointer(columns)
        .pointer(partial)
        .integer(shape.rows())
        .integer(shape.cols())
        .integer(shape.stride())
        .integer(count)
        .integer(chunk)
        .run(
            device.kernels().sumRows,
            LaunchGrid.blocks(groups(count)).deep(chunks).across(shape.cols()));
    add(chunks, Math.multiplyExact(count, shape.cols()), sums, single);
    return sums;
  }

  private void add(int chunks, int size, DeviceBuffer into, @Nullable DeviceBuffer single) {
    device
        .launch()
        .pointer(partial)
        .integer(chunks)
        .integer(size)
        .pointer(into)
        .optional(single)
        .run(device.kernels().sumChunks, LaunchGrid.threads(size));
  }

  /**
   * Sums all rows of {@code matrix} in double precision throughout: what is taken from them may
   * leave little.
   *
   * @param into where the D sums go
   * @param single where they go in single precision too, or null
   */
  void ofAll(DeviceBuffer matrix, DeviceBuffer into, @Nullable DeviceBuffer single) {
    int chunk = chunkWords(shape, 1, device.gpu().multiprocessors());
    int chunks = chunks(shape, chunk);
    device
        .launch()
        .pointer(matrix)
        .pointer(partial)
        .integer(shape.rows())
        .integer(shape.cols())
        .integer(chunk)
        .run(device.kernels().sumAllRows, LaunchGrid.blocks(1).deep(chunks).across(shape.cols()));
    add(chunks, shape.cols(), into, single);
  }

  /**
   * Sums the rows in which each of the columns {@code from} to K−1 of {@code z} is 1 and returns
   * the sums, (K−from)×D, on the host.
   */
  Dense of(DeviceBuffer matrix, CudaIncidence z, int from, StopSignal stop) {
    Dense all = new Dense(z.columns() - from, shape.cols());
    for (int k = 0; k < all.rows(); k += BATCH) {
      stop.check();
      int count = Math.min(BATCH, all.rows() - k);
      DeviceBuffer columns = z.bits().from((long) (from + k) * shape.stride());
      double[] some =
          device.transfers().doubles(of(matrix, columns, count, null), count * shape.cols());
      System.arraycopy(some, 0, all.values(), k * shape.cols(), some.length);
    }
    return all;
  }
}
