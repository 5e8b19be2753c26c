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

  private final CudaRows rows;
  private final OpenDevice device;
  private final StopSignal stop;
  private final Shape shape;
  private final Memory memory;

  RowCodes(CudaRows rows, Memory memory, StopSignal stop) {
    this.rows = rows;
    device = rows.device;
    shape = rows.shape;
    this.stop = stop;
    this.memory = memory;
  }

  /**
   * The arrays that it works in.
   *
   * @param projection X_b Wᵀ for a block of rows
   * @param quadratic WWᵀ or its triangular factor
   * @param changed number of entries that changed
   * @param known what rows with missing entries need besides
   */
  record Memory(
      DeviceBuffer projection,
      DeviceBuffer quadratic,
      DeviceBuffer changed,
      KnownCodes.Memory known) {
    static Memory in(Room room, Shape shape, int most) {
      long entries = Math.min(32L * shape.words() * most, Math.max(ENTRIES, 32L * most));
      return new Memory(
          room.floats("projections", entries),
          room.doubles("WWᵀ", (long) most * most),
          room.longs("changed entries", 1),
          KnownCodes.Memory.in(room, shape, most));
    }
  }

  /** Where a search starts. */
  record Start(boolean fresh, int restarts, long seed) {
    /** At the present codes. */
    static final Start PRESENT = new Start(false, 0, 0);
  }

  /**
   * A block of rows.
   *
   * @param z the codes of all rows
   * @param smallest what counts as better
   * @param first number of its first row, a multiple of the rows of a word
   * @param rows how many it has
   * @param start where their searches start
   */
  record Batch(CudaIncidence z, double smallest, int first, int rows, Start start) {
    /** Words of rows. */
    int words() {
      return (rows + LaunchGrid.LANES - 1) / LaunchGrid.LANES;
    }
  }

  /**
   * Brings every row of {@code z} to a minimum.
   *
   * @param w W, K×D
   * @param features W on the device
   * @param columns room for W on the device, column after column
   * @param exact whether to the global one
   * @return number of entries that changed
   */
  long search(
      CudaIncidence z,
      Dense w,
      DeviceBuffer features,
      DeviceBuffer columns,
      boolean exact,
      Start start) {
    int k = z.columns();
    if (k == 0) {
      return 0;
    }
    CodeQuadratic f = new CodeQuadratic(w);
    device.transfers().send(exact ? f.triangle() : f.gram(), memory.quadratic());
    device.transfers().clear(memory.changed(), 1);
    KnownCodes known =
        rows.missing == null ? null : new KnownCodes(rows, rows.missing, w, columns, memory);
    // Operands of more than 2^31 entries are nothing to try cuBLAS with.
    long most = Math.min(memory.projection().count() / k, Integer.MAX_VALUE / shape.cols());
    if (known != null && exact) {
      most = Math.min(most, memory.known().rows(k));
    }
    int size = (int) Math.min(shape.words() * 32L, Math.max(32, most / 32 * 32));
    for (int first = 0; first < shape.rows(); first += size) {
      stop.check();
      Batch batch =
          new Batch(z, f.smallestGain(), first, Math.min(size, shape.rows() - first), start);
      DeviceBuffer x = rows.x.from((long) first * shape.cols());
      device.products().rowsByRows(batch.rows(), k, shape.cols(), x, features, memory.projection());
      if (known != null) {
        search(known, batch, exact);
      } else if (exact) {
        exact(batch);
      } else {
        descend(batch);
      }
      if (batch.rows() < size) {
        break; // first + size might overflow
      }
    }
    return device.transfers().longs(memory.changed(), 1)[0];
  }

  private void search(KnownCodes known, Batch batch, boolean exact) {
    if (exact) {
      known.exact(batch);
    } else {
      known.descend(batch);
    }
  }

  private void exact(Batch batch) {
    int k = batch.z().columns();
    device
        .launch()
        .pointer(memory.projection())
        .pointer(memory.quadratic())
        .pointer(batch.z().bits())
        .pointer(memory.changed())
        .number(batch.smallest())
        .integer(batch.first())
        .integer(batch.rows())
        .integer(k)
        .integer(shape.stride())
        .flag(batch.start().fresh())
        .run(
            device.kernels().searchCodes,
            LaunchGrid.threads(batch.rows()).shared(k * k * Double.BYTES));
  }

  private void descend(Batch batch) {
    int k = batch.z().columns();
    DescentShape form = DescentShape.of(k, device.card().sharedBytes());
    device
        .launch()
        .pointer(memory.projection())
        .pointer(memory.quadratic())
        .pointer(batch.z().bits())
        .pointer(memory.changed())
        .number(batch.smallest())
        .size(batch.start().seed())
        .integer(batch.first())
        .integer(batch.rows())
        .integer(k)
        .integer(shape.stride())
        .flag(batch.start().fresh())
        .integer(batch.start().restarts())
        .flag(form.gramShared())
        .size(rows.first())
        .run(
            device.kernels().descendCodes,
            LaunchGrid.blocks(batch.words()).ofWarps(form.warps()).shared(form.bytes(k)));
  }
}
