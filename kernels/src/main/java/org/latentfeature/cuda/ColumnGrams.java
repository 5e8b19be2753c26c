package org.latentfeature.cuda;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;

/**
 * Zᵀ diag(m_d) Z for columns d of X, where m_d are the rows that know d: counts of bits, a tile of
 * columns at a time.
 */
final class ColumnGrams {

  /** Most columns of X of a tile. */
  private static final int TILE = 64;

  /** Columns of X that a block of threads counts for, as in the kernel. */
  private static final int TOGETHER = 16;

  /** Counts of a tile, if one column of X has no more. */
  private static final long ENTRIES = 1 << 20;

  private final OpenDevice device;
  private final Shape shape;
  private final @Nullable DeviceBuffer missing;
  private final StopSignal stop;
  private final Memory memory;

  ColumnGrams(CudaRows rows, Memory memory, StopSignal stop) {
    device = rows.device;
    shape = rows.shape;
    missing = rows.missing;
    this.memory = memory;
    this.stop = stop;
  }

  /**
   * The arrays that it works in.
   *
   * @param list numbers of a tile's columns of X
   * @param known the rows that know each of them, as binary columns
   * @param counts of a tile, one pair of columns of Z after another
   */
  record Memory(DeviceBuffer list, DeviceBuffer known, DeviceBuffer counts) {
    static Memory in(Room room, Shape shape, int most) {
      int tile = Math.min(TILE, shape.cols());
      return new Memory(
          room.ints("listed columns", tile),
          room.ints("known rows", (long) tile * shape.stride()),
          room.ints("counts of columns", Math.min(tile * pairs(most), mostCounts(most))));
    }

    private static long mostCounts(int most) {
      return Math.max(ENTRIES, pairs(most));
    }
  }

  private static long pairs(int k) {
    return k * (k + 1L) / 2;
  }

  /** For each of {@code columns} of X a row of K(K+1)/2 counts. */
  Dense of(CudaIncidence z, int[] columns) {
    Dense grams = new Dense(columns.length, Math.toIntExact(pairs(z.columns())));
    if (missing == null) {
      double[] same = lowerHalf(z.gram(0));
      for (int c = 0; c < columns.length; c++) {
        System.arraycopy(same, 0, grams.values(), c * same.length, same.length);
      }
      return grams;
    }
    int tile = (int) Math.min(memory.list().count(), memory.counts().count() / grams.cols());
    for (int from = 0; from < columns.length; from += tile) {
      stop.check();
      int[] some = Arrays.copyOfRange(columns, from, Math.min(from + tile, columns.length));
      list(missing, some);
      count(z, some.length);
      int[] counts = device.transfers().ints(memory.counts(), some.length * grams.cols());
      for (int i = 0; i < counts.length; i++) {
        grams.set(from + i % some.length, i / some.length, counts[i]);
      }
    }
    return grams;
  }

  private static double[] lowerHalf(Dense gram) {
    double[] half = new double[Math.toIntExact(pairs(gram.rows()))];
    int pair = 0;
    for (int i = 0; i < gram.rows(); i++) {
      for (int j = 0; j <= i; j++) {
        half[pair++] = gram.get(i, j);
      }
    }
    return half;
  }

  private void list(DeviceBuffer missing, int[] columns) {
    device.transfers().send(columns, memory.list());
    device
        .launch()
        .pointer(missing)
        .pointer(memory.list())
        .pointer(memory.known())
        .integer(shape.rows())
        .integer(shape.cols())
        .integer(columns.length)
        .integer(shape.stride())
        .run(device.kernels().listKnown, LaunchGrid.warps(shape.stride()));
  }

  private void count(CudaIncidence z, int columns) {
    device
        .launch()
        .pointer(z.bits())
        .pointer(memory.known())
        .pointer(memory.counts())
        .integer(columns)
        .integer(shape.stride())
        .run(
            device.kernels().countKnown,
            LaunchGrid.blocks(z.columns())
                .by(z.columns())
                .deep((columns + TOGETHER - 1) / TOGETHER)
                .over(shape.stride()));
  }
}
