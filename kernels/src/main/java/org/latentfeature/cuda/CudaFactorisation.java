package org.latentfeature.cuda;

import java.util.function.ToLongFunction;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.BitDraws;
import org.latentfeature.step.coding.CodeQuadratic;

/** Steps that relate codes on a device to the rows there. */
final class CudaFactorisation implements Factorisation {

  /** Rows whose residuals are on the device at once, whole words of bits. */
  private static final int TILE = 1 << 12;

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final int threads;
  private final StopSignal stop;
  private final DeviceArena arena;
  private final DeviceBuffer features;
  private final RowCodes codes;
  private final ColumnGrams grams;
  private final DeviceBuffer residuals;
  private final DeviceBuffer norms;

  /**
   * Its arrays.
   *
   * @param features W
   * @param codes what a search of codes works in
   * @param grams what Gram matrices of columns are counted in
   * @param residuals of a tile of rows; a search of codes keeps W there, column after column
   * @param norms errors of a tile of rows
   */
  private record Memory(
      DeviceBuffer features,
      RowCodes.Memory codes,
      ColumnGrams.Memory grams,
      DeviceBuffer residuals,
      DeviceBuffer norms) {
    static Memory in(Room room, Shape shape, Limits limits) {
      int most = limits.columns();
      int tile = Math.min(TILE, shape.rows());
      return new Memory(
          room.floats("W", (long) most * shape.cols()),
          RowCodes.Memory.in(room, shape, most),
          ColumnGrams.Memory.in(room, shape, most),
          room.floats("residuals of rows", (long) Math.max(tile, most) * shape.cols()),
          room.doubles("errors of rows", tile));
    }
  }

  CudaFactorisation(CudaRows rows, Limits limits, int threads, StopSignal stop) {
    this.rows = rows;
    this.threads = threads;
    this.stop = stop;
    device = rows.device;
    shape = rows.shape;
    arena = new DeviceArena(device.context());
    try {
      Memory memory = Memory.in(arena, shape, limits);
      features = memory.features();
      residuals = memory.residuals();
      norms = memory.norms();
      codes = new RowCodes(rows, memory.codes(), stop);
      grams = new ColumnGrams(rows, memory.grams(), stop);
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  static long bytesNeeded(int rows, int cols, Limits limits) {
    Measure measure = new Measure();
    Memory.in(measure, new Shape(rows, cols), limits);
    return measure.bytes();
  }

  @Override
  public Products products(Incidence resident, int from) {
    device.context().enter();
    long start = System.nanoTime();
    CudaIncidence z = (CudaIncidence) resident;
    Dense cross = rows.columnSums.of(rows.x, z, from, stop);
    Dense gram = z.gram(from);
    rows.tally.add("products", 1, 2.0 * shape.size() * cross.rows(), start);
    return new Products(gram, cross);
  }

  @Override
  public Dense columnGrams(Incidence resident, int[] columns) {
    device.context().enter();
    long start = System.nanoTime();
    Dense found = grams.of((CudaIncidence) resident, columns);
    rows.tally.add("column grams", 1, 0, start);
    return found;
  }

  @Override
  public double squaredError(Incidence z, Dense w) {
    device.context().enter();
    long start = System.nanoTime();
    device.transfers().sendFloats(w, features);
    double error = rows.residual.subtract(rows.x, (CudaIncidence) z, features, null, null);
    rows.tally.add("squared error", 1, 2.0 * shape.size() * w.rows(), start);
    return error;
  }

  @Override
  public double[] rowErrors(Incidence resident, Dense w) {
    device.context().enter();
    long start = System.nanoTime();
    device.transfers().sendFloats(w, features);
    double[] errors = new double[shape.rows()];
    for (int first = 0; first < errors.length; first += TILE) {
      stop.check();
      int count = Math.min(TILE, errors.length - first);
      rows.residual.subtractRows(
          rows.x, (CudaIncidence) resident, features, first, count, residuals);
      rows.squaredNorms.ofRows(residuals, count, shape.cols(), norms);
      double[] some = device.transfers().doubles(norms, count);
      System.arraycopy(some, 0, errors, first, count);
    }
    rows.tally.add("row errors", 1, 2.0 * shape.size() * w.rows(), start);
    return errors;
  }

  @Override
  public long refine(Incidence resident, Dense w, int exactColumns) {
    CudaIncidence z = (CudaIncidence) resident;
    boolean exact = w.rows() <= exactColumns;
    return recode("refine", w, of -> codes.search(z, of, exact, false, 0, 0));
  }

  @Override
  public long encode(Incidence resident, Dense w, RowCoding how) {
    device.context().enter();
    CudaIncidence z = (CudaIncidence) resident;
    z.clear(w.rows());
    boolean exact = w.rows() <= how.exactColumns();
    return recode(
        "encode",
        w,
        of -> {
          codes.search(z, of, exact, true, how.restarts(), how.seed());
          return exact || w.rows() == 0
              ? new CodeQuadratic(w).seesEveryFeature() ? shape.rows() : 0
              : new HostCodes(rows, how, threads, stop).improve(z, codes, of);
        });
  }

  @Override
  public long draw(Incidence resident, Dense w, BitDraws how) {
    CudaIncidence z = (CudaIncidence) resident;
    return recode("draw", w, of -> codes.draw(z, of, how));
  }

  private long recode(String step, Dense w, ToLongFunction<RowCodes.Dictionary> work) {
    device.context().enter();
    long start = System.nanoTime();
    device.transfers().sendFloats(w, features);
    long changed = work.applyAsLong(new RowCodes.Dictionary(w, features, residuals));
    rows.tally.add(step, 1, 2.0 * shape.size() * w.rows(), start);
    return changed;
  }

  @Override
  public void close() {
    device.context().enter();
    arena.close();
  }
}
