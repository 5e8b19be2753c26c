package org.latentfeature.cuda;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.Incidence;

/** An incidence matrix Z (N×K) on a device: bits, column after column. */
final class CudaIncidence implements Incidence {

  /** Bytes fetched at once, about. */
  private static final int BATCH = 1 << 20;

  private final OpenDevice device;
  private final Shape shape;
  private final DeviceArena arena;
  private final DeviceBuffer kept;
  private final DeviceBuffer common;
  private DeviceBuffer bits;
  private DeviceBuffer spare;
  private int count;

  /** An empty matrix beside {@code rows}. */
  CudaIncidence(CudaRows rows, Limits limits) {
    device = rows.device;
    shape = rows.shape;
    arena = new DeviceArena(device.context());
    try {
      Memory memory = Memory.in(arena, shape, limits.columns());
      bits = memory.bits();
      spare = memory.spare();
      kept = memory.kept();
      common = memory.common();
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  static long bytesNeeded(int rows, int cols, Limits limits) {
    Measure measure = new Measure();
    Memory.in(measure, new Shape(rows, cols), limits.columns());
    return measure.bytes();
  }

  /** The arrays of such a matrix. */
  private record Memory(
      DeviceBuffer bits, DeviceBuffer spare, DeviceBuffer kept, DeviceBuffer common) {
    static Memory in(Room room, Shape shape, int most) {
      return new Memory(
          room.ints("Z", (long) most * shape.stride()),
          room.ints("Z, the other half", (long) most * shape.stride()),
          room.ints("kept columns", most),
          room.ints("counts of ZᵀZ", (long) most * most));
    }
  }

  @Override
  public int columns() {
    return count;
  }

  DeviceBuffer bits() {
    return bits;
  }

  /** Makes it N×{@code k}, all zeros. */
  void clear(int k) {
    count = k;
    if (k > 0) {
      device.transfers().clear(bits, (long) k * shape.stride());
    }
  }

  @Override
  public void replace(BinaryMatrix z) {
    count = 0;
    append(z.columns());
  }

  @Override
  public void append(List<BitVector> added) {
    device.context().enter();
    for (BitVector column : added) {
      device.transfers().sendWords(column.toWords(), column(count));
      count++;
    }
  }

  private DeviceBuffer column(int k) {
    return bits.from((long) k * shape.stride());
  }

  @Override
  public void retain(int[] columns) {
    device.context().enter();
    if (columns.length > 0) {
      device.transfers().send(columns, kept);
      device
          .launch()
          .pointer(bits)
          .pointer(kept)
          .pointer(spare)
          .integer(shape.stride())
          .run(
              device.kernels().gatherColumns,
              LaunchGrid.threads(shape.stride()).by(columns.length));
      DeviceBuffer gathered = spare;
      spare = bits;
      bits = gathered;
    }
    count = columns.length;
  }

  @Override
  public BinaryMatrix toMatrix() {
    device.context().enter();
    return BinaryMatrix.ofColumns(shape.rows(), fetch(device, shape, bits, count));
  }

  /** The first {@code count} columns of {@code bits}. */
  static List<BitVector> fetch(OpenDevice device, Shape shape, DeviceBuffer bits, int count) {
    int words = BitVector.wordCount(shape.rows());
    int batch = Math.max(1, BATCH / Long.BYTES / words);
    List<BitVector> columns = new ArrayList<>(count);
    for (int from = 0; from < count; from += batch) {
      int some = Math.min(batch, count - from);
      DeviceBuffer source = bits.from((long) from * shape.stride());
      long[] all = device.transfers().words(source, some * words);
      for (int c = 0; c < some; c++) {
        long[] own = new long[words];
        System.arraycopy(all, c * words, own, 0, words);
        columns.add(BitVector.ofWords(shape.rows(), own));
      }
    }
    return columns;
  }

  /** Counts the rows of each column. */
  void countRows(DeviceBuffer counts) {
    if (count > 0) {
      device
          .launch()
          .pointer(bits)
          .pointer(counts)
          .integer(shape.stride())
          .run(device.kernels().countRows, LaunchGrid.blocks(count).over(shape.stride()));
    }
  }

  /** Rows {@code from} to K−1 of ZᵀZ, exact. */
  Dense gram(int from) {
    int rows = count - from;
    device
        .launch()
        .pointer(bits)
        .pointer(common)
        .integer(from)
        .integer(shape.stride())
        .run(device.kernels().countCommon, LaunchGrid.blocks(count).by(rows).over(shape.stride()));
    int[] counts = device.transfers().ints(common, rows * count);
    Dense gram = new Dense(rows, count);
    for (int i = 0; i < counts.length; i++) {
      gram.values()[i] = counts[i];
    }
    return gram;
  }

  @Override
  public void close() {
    device.context().enter();
    arena.close();
  }
}
