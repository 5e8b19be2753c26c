package org.latentfeature.cuda;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Launch;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.CodeQuadratic;

/**
 * Codes for one W (K×D) of rows of which some miss entries, each with the Gram matrix of the
 * columns that it knows. Rows that know all get the bits that they get where nothing is missing.
 */
final class KnownCodes {

  /** Entries of the triangles of one block of rows. */
  private static final long ENTRIES = 1 << 22;

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final DeviceBuffer missing;
  private final DeviceBuffer columns;
  private final RowCodes.Memory memory;

  /**
   * Sends what depends on W.
   *
   * @param missing the bits of missing entries of all rows
   * @param columns where W goes, column after column
   */
  KnownCodes(
      CudaRows rows, DeviceBuffer missing, Dense w, DeviceBuffer columns, RowCodes.Memory memory) {
    this.rows = rows;
    device = rows.device;
    shape = rows.shape;
    this.missing = missing;
    this.columns = columns;
    this.memory = memory;
    Dense single = w.copy();
    for (int i = 0; i < single.values().length; i++) {
      single.values()[i] = (float) single.values()[i];
    }
    CodeQuadratic f = new CodeQuadratic(single);
    device.transfers().send(f.gram(), memory.known().single());
    device.transfers().sendFloats(single.transpose(), columns);
  }

  /**
   * The arrays that it works in.
   *
   * @param single WWᵀ of W in single precision, as its columns are: sums of some of them, taken
   *     from it, leave those of the others
   * @param triangles factors of the Gram matrices of a block of rows
   */
  record Memory(DeviceBuffer single, DeviceBuffer triangles) {
    static Memory in(Room room, Shape shape, int most) {
      long exact = Math.min(most, Factorisation.MOST_EXACT_COLUMNS);
      long triangle = exact * exact;
      return new Memory(
          room.doubles("WWᵀ in single precision", (long) most * most),
          room.doubles(
              "triangles of rows",
              Math.min(32L * shape.words() * triangle, Math.max(ENTRIES, 32 * triangle))));
    }

    /** Rows whose triangles of K = {@code k} fit. */
    long rows(int k) {
      return triangles.count() / ((long) k * k);
    }
  }

  private DeviceBuffer missing(RowCodes.Batch batch) {
    return missing.from((long) batch.first() * shape.missingWords());
  }

  /** Searches for the best codes; {@code memory} has WWᵀ's triangle. */
  void exact(RowCodes.Batch batch, RowCodes.Search search) {
    int k = batch.z().columns();
    device
        .launch()
        .pointer(memory.quadratic())
        .pointer(memory.known().single())
        .pointer(columns)
        .pointer(missing(batch))
        .pointer(memory.known().triangles())
        .number(CodeQuadratic.DEPENDENT)
        .integer(batch.rows())
        .integer(shape.cols())
        .integer(k)
        .run(device.kernels().factorKnown, LaunchGrid.warps(batch.rows()));
    device
        .launch()
        .pointer(memory.projection())
        .pointer(memory.known().triangles())
        .pointer(batch.z().bits())
        .pointer(memory.changed())
        .number(search.smallest())
        .integer(batch.first())
        .integer(batch.rows())
        .integer(k)
        .integer(shape.stride())
        .flag(search.fresh())
        // Few rows have triangles at once: a warp a block spreads them over the device.
        .run(device.kernels().searchKnown, LaunchGrid.blocks(batch.words()).ofWarps(1));
  }

  /** Returns a launch with the arguments that descents and draws begin with. */
  private Launch started(RowCodes.Batch batch) {
    return device
        .launch()
        .pointer(memory.projection())
        .pointer(memory.quadratic())
        .pointer(memory.known().single())
        .pointer(columns)
        .pointer(missing(batch))
        .pointer(batch.z().bits())
        .pointer(memory.changed());
  }

  /** Descends; {@code memory} has WWᵀ. */
  void descend(RowCodes.Batch batch, RowCodes.Search search) {
    int k = batch.z().columns();
    DescentShape form = DescentShape.known(k, device.gpu().sharedBytes());
    started(batch)
        .number(search.smallest())
        .size(search.seed())
        .size(rows.first())
        .integer(batch.first())
        .integer(batch.rows())
        .integer(shape.cols())
        .integer(k)
        .integer(shape.stride())
        .flag(search.fresh())
        .integer(search.restarts())
        .run(device.kernels().descendKnown, form.grid(batch.words(), k));
  }

  /** Draws; {@code memory} has WWᵀ and the log-odds. */
  void draw(RowCodes.Batch batch, BitDraws how) {
    int k = batch.z().columns();
    DescentShape form = DescentShape.known(k, device.gpu().sharedBytes());
    started(batch)
        .pointer(memory.logOdds())
        .number(how.variance())
        .number(how.spared())
        .size(how.seed())
        .size(rows.first())
        .integer(batch.first())
        .integer(batch.rows())
        .integer(shape.cols())
        .integer(k)
        .integer(shape.stride())
        .run(device.kernels().drawKnown, form.grid(batch.words(), k));
  }
}
