package org.latentfeature.cuda;

import org.latentfeature.coding.CodeQuadratic;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;

/**
 * Codes of all rows for a fixed dictionary W (K×D): projections X Wᵀ by products, then a search.
 */
final class RowCodes {

  /** Entries of the projections of one block of rows. */
  private static final long ENTRIES = 1 << 22;

  private final OpenDevice device;
  private final StopSignal stop;
  private final Shape shape;
  private final long origin;
  private final Memory memory;

  /** Row 0 is number {@code origin} among all. */
  RowCodes(OpenDevice device, Shape shape, long origin, Memory memory, StopSignal stop) {
    this.device = device;
    this.stop = stop;
    this.shape = shape;
    this.origin = origin;
    this.memory = memory;
  }

  /**
   * The arrays that it works in.
   *
   * @param projection X_b Wᵀ for a block of rows
   * @param quadratic WWᵀ or its triangular factor
   * @param changed number of entries that changed
   */
  record Memory(DeviceBuffer projection, DeviceBuffer quadratic, DeviceBuffer changed) {
    static Memory in(Room room, Shape shape, int most) {
      long entries = Math.min(32L * shape.words() * most, Math.max(ENTRIES, 32L * most));
      return new Memory(
          room.floats("projections", entries),
          room.doubles("WWᵀ", (long) most * most),
          room.longs("changed entries", 1));
    }
  }

  /** Where a search starts. */
  record Start(boolean fresh, int restarts, long seed) {
    /** At the present codes. */
    static final Start PRESENT = new Start(false, 0, 0);
  }

  /**
   * Brings every row of {@code z} to a minimum.
   *
   * @param w W, K×D
   * @param features W on the device
   * @param exact whether to the global one
   * @return number of entries that changed
   */
  long search(
      DeviceBuffer x, CudaIncidence z, Dense w, DeviceBuffer features, boolean exact, Start start) {
    int k = z.columns();
    if (k == 0) {
      return 0;
    }
    CodeQuadratic f = new CodeQuadratic(w);
    device.transfers().send(exact ? f.triangle() : f.gram(), memory.quadratic());
    device.transfers().clear(memory.changed(), 1);
    // Operands of more than 2^31 entries are nothing to try cuBLAS with.
    long most = Math.min(memory.projection().count() / k, Integer.MAX_VALUE / shape.cols());
    int batch = (int) Math.min(shape.words() * 32L, Math.max(32, most / 32 * 32));
    for (int first = 0; first < shape.rows(); first += batch) {
      stop.check();
      int rows = Math.min(batch, shape.rows() - first);
      device
          .products()
          .rowsByRows(
              rows,
              k,
              shape.cols(),
              x.from((long) first * shape.cols()),
              features,
              memory.projection());
      if (exact) {
        exact(z, f.smallestGain(), first, rows, start.fresh());
      } else {
        descend(z, f.smallestGain(), first, rows, start);
      }
      if (rows < batch) {
        break; // first + batch might overflow
      }
    }
    return device.transfers().longs(memory.changed(), 1)[0];
  }

  private void exact(CudaIncidence z, double smallest, int first, int rows, boolean fresh) {
    int k = z.columns();
    device
        .launch()
        .pointer(memory.projection())
        .pointer(memory.quadratic())
        .pointer(z.bits())
        .pointer(memory.changed())
        .number(smallest)
        .integer(first)
        .integer(rows)
        .integer(k)
        .integer(shape.stride())
        .flag(fresh)
        .run(device.kernels().searchCodes, LaunchGrid.threads(rows).shared(k * k * Double.BYTES));
  }

  private void descend(CudaIncidence z, double smallest, int first, int rows, Start start) {
    int k = z.columns();
    DescentShape form = DescentShape.of(k, device.card().sharedBytes());
    device
        .launch()
        .pointer(memory.projection())
        .pointer(memory.quadratic())
        .pointer(z.bits())
        .pointer(memory.changed())
        .number(smallest)
        .size(start.seed())
        .integer(first)
        .integer(rows)
        .integer(k)
        .integer(shape.stride())
        .flag(start.fresh())
        .integer(start.restarts())
        .flag(form.gramShared())
        .size(origin)
        .run(
            device.kernels().descendCodes,
            LaunchGrid.blocks((rows + LaunchGrid.LANES - 1) / LaunchGrid.LANES)
                .ofWarps(form.warps())
                .shared(form.bytes(k)));
  }
}
