package org.latentfeature.cuda;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.SoftFactorisation;

/** Soft codes on a device, row after row in single precision; log-odds and sums are in double. */
final class CudaSoftFactorisation implements SoftFactorisation {

  /** Entries of the projections of one tile of rows. */
  private static final long ENTRIES = 1 << 22;

  private final CudaRows rows;
  private final OpenDevice device;
  private final Shape shape;
  private final StopSignal stop;

  /** From one row of ν to the next: the most columns. */
  private final int stride;

  private final DeviceArena arena;
  private final Memory memory;
  private final WeighedSums weighed;
  private int features;

  /**
   * Its arrays.
   *
   * @param codes ν
   * @param mean M
   * @param projection X Mᵀ of a tile of rows
   * @param second E AAᵀ
   * @param logOdds θ
   * @param kept columns that are chosen
   * @param entropies of 32 rows each
   * @param partial what sums are added up in
   * @param sums νᵀX, H and parts of the entropy, one after the other
   */
  private record Memory(
      DeviceBuffer codes,
      DeviceBuffer mean,
      DeviceBuffer projection,
      DeviceBuffer second,
      DeviceBuffer logOdds,
      DeviceBuffer kept,
      DeviceBuffer entropies,
      DeviceBuffer partial,
      DeviceBuffer sums) {
    static Memory in(Room room, Shape shape, Limits limits, Gpu gpu) {
      long k = limits.columns();
      return new Memory(
          room.floats("ν", shape.rows() * k),
          room.floats("M", k * shape.cols()),
          room.floats("projections", Math.min(shape.words() * 32L * k, Math.max(ENTRIES, 32L * k))),
          room.doubles("E AAᵀ", k * k),
          room.doubles("log-odds", k),
          room.ints("kept columns", k),
          room.doubles("entropies", shape.words()),
          WeighedSums.memory(room, shape, limits.columns(), gpu),
          room.doubles("sums", k * (shape.cols() + k) + PartialSums.MOST));
    }
  }

  CudaSoftFactorisation(CudaRows rows, Limits limits, StopSignal stop) {
    limits.requireComplete(rows.missing == null);
    this.rows = rows;
    this.stop = stop;
    device = rows.device;
    shape = rows.shape;
    stride = limits.columns();
    arena = new DeviceArena(device.context());
    try {
      memory = Memory.in(arena, shape, limits, device.gpu());
      weighed = new WeighedSums(device, shape.rows(), memory.partial());
      // Columns beyond K are copied with the others.
      device.transfers().clear(memory.codes(), memory.codes().count());
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  static long bytesNeeded(Shape shape, Limits limits, Gpu gpu) {
    Measure measure = new Measure();
    Memory.in(measure, shape, limits, gpu);
    return measure.bytes();
  }

  @Override
  public int columns() {
    return features;
  }

  @Override
  public void replace(Dense nu) {
    device.context().enter();
    features = nu.cols();
    Dense padded = new Dense(nu.rows(), stride);
    for (int n = 0; n < nu.rows(); n++) {
      System.arraycopy(nu.values(), n * features, padded.values(), n * stride, features);
    }
    device.transfers().sendFloats(padded, memory.codes());
  }

  @Override
  public void draw(int columns, long seed) {
    device.context().enter();
    features = columns;
    device
        .launch()
        .pointer(memory.codes())
        .size(seed)
        .size(rows.first())
        .integer(shape.rows())
        .integer(columns)
        .integer(stride)
        .run(device.kernels().fillCodes, LaunchGrid.threads((long) shape.rows() * columns));
  }

  @Override
  public void soften(Incidence codes, double off, double on) {
    device.context().enter();
    CudaIncidence z = (CudaIncidence) codes;
    if (z.columns() > 0) {
      device
          .launch()
          .pointer(z.bits())
          .pointer(memory.codes())
          .number(off)
          .number(on)
          .integer(shape.rows())
          .integer(z.columns())
          .integer(stride)
          .integer(shape.stride())
          .run(device.kernels().softenCodes, LaunchGrid.threads((long) shape.rows() * z.columns()));
    }
  }

  @Override
  public Sums update(Dense mean, Dense second, double[] logOdds, double variance) {
    long start = System.nanoTime();
    device.context().enter();
    device.transfers().sendFloats(mean, memory.mean());
    device.transfers().send(second.values(), memory.second());
    device.transfers().send(logOdds, memory.logOdds());
    DescentShape form = DescentShape.soft(features, device.gpu().sharedBytes());
    // Operands of more than 2^31 entries are nothing to try cuBLAS with.
    long most = Math.min(memory.projection().count() / features, Integer.MAX_VALUE / shape.cols());
    int tile = (int) Math.max(LaunchGrid.LANES, most / LaunchGrid.LANES * LaunchGrid.LANES);
    for (long from = 0; from < shape.rows(); from += tile) {
      stop.check();
      int count = (int) Math.min(tile, shape.rows() - from);
      device
          .products()
          .rowsByRows(
              count,
              features,
              shape.cols(),
              rows.x.from(from * shape.cols()),
              memory.mean(),
              memory.projection());
      device
          .launch()
          .pointer(memory.projection())
          .pointer(memory.second())
          .pointer(memory.logOdds())
          .pointer(memory.codes().from(from * stride))
          .pointer(memory.entropies().from(from / LaunchGrid.LANES))
          .number(variance)
          .integer(count)
          .integer(features)
          .integer(stride)
          .flag(form.gramShared())
          .run(
              device.kernels().updateCodes,
              LaunchGrid.blocks((count + LaunchGrid.LANES - 1) / LaunchGrid.LANES)
                  .ofWarps(form.warps())
                  .shared(form.bytes(features)));
    }
    Sums sums = weigh();
    double flops = 4.0 * shape.size() * features + 4.0 * shape.rows() * features * features;
    rows.tally.add("soft update", 2, flops, start);
    return sums;
  }

  @Override
  public Sums sums() {
    long start = System.nanoTime();
    device.context().enter();
    device
        .launch()
        .pointer(memory.codes())
        .pointer(memory.entropies())
        .integer(shape.rows())
        .integer(features)
        .integer(stride)
        .run(device.kernels().sumEntropies, LaunchGrid.blocks(shape.words()));
    Sums sums = weigh();
    rows.tally.add("soft sums", 1, 2.0 * shape.size() * features, start);
    return sums;
  }

  /** The sums of ν, given the entropies of its rows. */
  private Sums weigh() {
    stop.check();
    int k = features;
    int cross = Math.multiplyExact(k, shape.cols());
    int gram = k * k;
    weighed.of(rows.x, shape.cols(), shape.cols(), memory.codes(), k, stride, false, memory.sums());
    weighed.of(
        memory.codes(), k, stride, memory.codes(), k, stride, true, memory.sums().from(cross));
    PartialSums.launch(device, memory.entropies(), shape.words(), memory.sums().from(cross + gram));
    int count = cross + gram + PartialSums.runs(shape.words());
    double[] all = device.transfers().doubles(memory.sums(), count);
    return new Sums(
        Dense.wrap(k, shape.cols(), Arrays.copyOf(all, cross)),
        Dense.wrap(k, k, Arrays.copyOfRange(all, cross, cross + gram)),
        Arrays.stream(all, cross + gram, count).sum());
  }

  @Override
  public void readOut(Incidence codes) {
    device.context().enter();
    CudaIncidence z = (CudaIncidence) codes;
    z.clear(features);
    device
        .launch()
        .pointer(memory.codes())
        .pointer(z.bits())
        .integer(shape.rows())
        .integer(features)
        .integer(stride)
        .integer(shape.stride())
        .run(device.kernels().readCodes, LaunchGrid.warps((long) shape.words() * features));
  }

  @Override
  public Dense toDense() {
    device.context().enter();
    Dense nu = new Dense(shape.rows(), features);
    double[] padded =
        device.transfers().floats(memory.codes(), Math.multiplyExact(shape.rows(), stride));
    for (int n = 0; n < nu.rows(); n++) {
      System.arraycopy(padded, n * stride, nu.values(), n * features, features);
    }
    return nu;
  }

  @Override
  public void retain(int[] kept) {
    device.context().enter();
    device.transfers().send(kept, memory.kept());
    int warps = DescentShape.soft(features, device.gpu().sharedBytes()).warps();
    device
        .launch()
        .pointer(memory.codes())
        .pointer(memory.kept())
        .integer(shape.rows())
        .integer(features)
        .integer(kept.length)
        .integer(stride)
        .run(
            device.kernels().chooseCodes,
            LaunchGrid.blocks((shape.rows() + warps - 1) / warps)
                .ofWarps(warps)
                .shared(warps * features * Float.BYTES));
    features = kept.length;
  }

  @Override
  public void close() {
    device.context().enter();
    arena.close();
  }
}
