package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Launch;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.CodeQuadratic;

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
   * @param logOdds of features whose bits are drawn
   * @param known what rows with missing entries need besides
   */
  record Memory(
      DeviceBuffer projection,
      DeviceBuffer quadratic,
      DeviceBuffer changed,
      DeviceBuffer logOdds,
      KnownCodes.Memory known) {
    static Memory in(Room room, Shape shape, int most) {
      long entries = Math.min(32L * shape.words() * most, Math.max(ENTRIES, 32L * most));
      return new Memory(
          room.floats("projections", entries),
          room.doubles("WWᵀ", (long) most * most),
          room.longs("changed entries", 1),
          room.doubles("log-odds", most),
          KnownCodes.Memory.in(room, shape, most));
    }
  }

  /**
   * A search.
   *
   * @param smallest what counts as better
   * @param fresh whether it starts at empty codes, instead of the present ones
   * @param restarts number of random starts besides
   * @param seed of these
   */
  record Search(double smallest, boolean fresh, int restarts, long seed) {}

  /**
   * A block of rows.
   *
   * @param z the codes of all rows
   * @param first number of its first row, a multiple of the rows of a word
   * @param rows how many it has
   */
  record Batch(CudaIncidence z, int first, int rows) {
    /** Words of rows. */
    int words() {
      return (rows + LaunchGrid.LANES - 1) / LaunchGrid.LANES;
    }
  }

  /**
   * A dictionary W, K×D.
   *
   * @param w its values
   * @param features the same on the device
   * @param columns room for it on the device, column after column
   */
  record Dictionary(Dense w, DeviceBuffer features, DeviceBuffer columns) {}

  /**
   * Brings every row of {@code z} to a minimum.
   *
   * @param exact whether to the global one
   * @param fresh as of {@link Search}
   * @return number of entries that changed
   */
  long search(
      CudaIncidence z, Dictionary of, boolean exact, boolean fresh, int restarts, long seed) {
    CodeQuadratic f = new CodeQuadratic(of.w());
    Search search = new Search(f.smallestGain(), fresh, restarts, seed);
    if (z.columns() > 0) {
      device.transfers().send(exact ? f.triangle() : f.gram(), memory.quadratic());
    }
    return change(
        z,
        of,
        exact,
        (batch, known) -> {
          if (known != null && exact) {
            known.exact(batch, search);
          } else if (known != null) {
            known.descend(batch, search);
          } else if (exact) {
            exact(batch, search);
          } else {
            descend(batch, search);
          }
        });
  }

  /**
   * Draws every row of {@code z}.
   *
   * @return number of entries that changed
   */
  long draw(CudaIncidence z, Dictionary of, BitDraws how) {
    if (z.columns() > 0) {
      device.transfers().send(new CodeQuadratic(of.w()).gram(), memory.quadratic());
      device.transfers().send(how.logOdds(), memory.logOdds());
    }
    return change(
        z,
        of,
        false,
        (batch, known) -> {
          if (known != null) {
            known.draw(batch, how);
          } else {
            draw(batch, how);
          }
        });
  }

  /** Takes the projections of consecutive rows. */
  @FunctionalInterface
  interface Projected {
    /**
     * Takes those of a block.
     *
     * @param first number of its first row
     * @param count how many rows it has
     * @param projections X_b Wᵀ, row after row
     */
    void take(int first, int count, double[] projections);
  }

  /** Projects all rows, block after block. */
  void project(CudaIncidence z, Dictionary of, Projected sink) {
    change(
        z,
        of,
        false,
        (batch, known) ->
            sink.take(
                batch.first(),
                batch.rows(),
                device.transfers().floats(memory.projection(), batch.rows() * z.columns())));
  }

  /** Changes the codes of a block of rows, whose projections are there. */
  @FunctionalInterface
  private interface Change {
    void of(Batch batch, @Nullable KnownCodes known);
  }

  /** Changes block after block; returns the number of entries that changed. */
  private long change(CudaIncidence z, Dictionary of, boolean triangles, Change change) {
    int k = z.columns();
    if (k == 0) {
      return 0;
    }
    device.transfers().clear(memory.changed(), 1);
    KnownCodes known =
        rows.missing == null
            ? null
            : new KnownCodes(rows, rows.missing, of.w(), of.columns(), memory);
    // Operands of more than 2^31 entries are nothing to try cuBLAS with.
    long most = Math.min(memory.projection().count() / k, Integer.MAX_VALUE / shape.cols());
    if (known != null && triangles) {
      most = Math.min(most, memory.known().rows(k));
    }
    int size = (int) Math.min(shape.words() * 32L, Math.max(32, most / 32 * 32));
    for (int first = 0; first < shape.rows(); first += size) {
      stop.check();
      Batch batch = new Batch(z, first, Math.min(size, shape.rows() - first));
      DeviceBuffer x = rows.x.from((long) first * shape.cols());
      device
          .products()
          .rowsByRows(batch.rows(), k, shape.cols(), x, of.features(), memory.projection());
      change.of(batch, known);
      if (batch.rows() < size) {
        break; // first + size might overflow
      }
    }
    return device.transfers().longs(memory.changed(), 1)[0];
  }

  /** Returns a launch with the arguments that all searches and draws begin with. */
  private Launch started(Batch batch) {
    return device
        .launch()
        .pointer(memory.projection())
        .pointer(memory.quadratic())
        .pointer(batch.z().bits())
        .pointer(memory.changed());
  }

  private void exact(Batch batch, Search search) {
    int k = batch.z().columns();
    started(batch)
        .number(search.smallest())
        .integer(batch.first())
        .integer(batch.rows())
        .integer(k)
        .integer(shape.stride())
        .flag(search.fresh())
        .run(
            device.kernels().searchCodes,
            LaunchGrid.threads(batch.rows()).shared(k * k * Double.BYTES));
  }

  private void descend(Batch batch, Search search) {
    int k = batch.z().columns();
    DescentShape form = DescentShape.of(k, device.gpu().sharedBytes());
    started(batch)
        .number(search.smallest())
        .size(search.seed())
        .integer(batch.first())
        .integer(batch.rows())
        .integer(k)
        .integer(shape.stride())
        .flag(search.fresh())
        .integer(search.restarts())
        .flag(form.gramShared())
        .size(rows.first())
        .run(device.kernels().descendCodes, form.grid(batch.words(), k));
  }

  private void draw(Batch batch, BitDraws how) {
    int k = batch.z().columns();
    DescentShape form = DescentShape.of(k, device.gpu().sharedBytes());
    started(batch)
        .pointer(memory.logOdds())
        .number(how.variance())
        .number(how.spared())
        .size(how.seed())
        .size(rows.first())
        .integer(batch.first())
        .integer(batch.rows())
        .integer(k)
        .integer(shape.stride())
        .flag(form.gramShared())
        .run(device.kernels().drawCodes, form.grid(batch.words(), k));
  }
}
