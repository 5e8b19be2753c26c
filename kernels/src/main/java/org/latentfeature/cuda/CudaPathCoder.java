package org.latentfeature.cuda;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Measure;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/**
 * Paths of rows on a device, a tile of rows at a time: an objective and numbers of rows go in, and
 * come back as paths; a model and paths go in, and come back as sums.
 */
final class CudaPathCoder implements PathCoder {

  /** Most rows of a tile: packing its paths takes time by the square of their number. */
  private static final int MOST_ROWS = 1 << 16;

  /** Entries of a tile, on a GPU with a small cache. */
  private static final long ENTRIES = 1 << 22;

  private final CudaRows data;
  private final OpenDevice device;
  private final StopSignal stop;
  private final Shape shape;
  private final int tile;
  private final DeviceArena arena;
  private final Memory memory;
  private final RowPaths paths;
  private final PathPosteriors posteriors;
  private final PathSums sums;

  /**
   * All its arrays.
   *
   * @param list numbers of a tile's rows
   * @param gathered these rows
   * @param projection W x of a tile's rows
   */
  private record Memory(
      DeviceBuffer list,
      DeviceBuffer gathered,
      DeviceBuffer projection,
      RowPaths.Memory paths,
      PathPosteriors.Memory posteriors,
      PathSums.Memory sums) {

    static Memory in(Room room, Shape shape, int most, int tile, Gpu gpu) {
      return new Memory(
          room.ints("rows to code", tile),
          room.floats("rows of X", (long) tile * shape.cols()),
          room.floats("projections", (long) tile * most),
          RowPaths.Memory.in(room, tile, shape.cols(), most, gpu),
          PathPosteriors.Memory.in(room, tile, shape.cols(), most, gpu),
          PathSums.Memory.in(room, shape.cols(), most));
    }
  }

  CudaPathCoder(CudaRows data, Limits limits, StopSignal stop) {
    this(data, limits, stop, tile(data.shape, limits, data.device.gpu()));
  }

  /** Takes {@code tile} rows at a time. */
  CudaPathCoder(CudaRows data, Limits limits, StopSignal stop, int tile) {
    this.data = data;
    device = data.device;
    this.stop = stop;
    this.tile = tile;
    shape = data.shape;
    arena = new DeviceArena(device.context());
    try {
      memory = Memory.in(arena, shape, limits.features(), tile, device.gpu());
      paths = new RowPaths(device, memory.paths());
      posteriors = new PathPosteriors(device, memory.posteriors(), tile);
      sums = new PathSums(device, memory.sums(), posteriors, shape.cols());
    } catch (RuntimeException | Error e) {
      arena.closeAfter(e);
      throw e;
    }
  }

  /** Rows of a tile: so many that the search finds the projections in the cache. */
  static int tile(Shape shape, Limits limits, Gpu gpu) {
    long entries = Math.max(ENTRIES, gpu.cacheBytes() / 2 / Float.BYTES);
    long rows = Math.max(1, entries / Math.max(shape.cols(), limits.features()));
    return (int) Math.min(rows, Math.min(MOST_ROWS, shape.rows()));
  }

  /** Bytes that it takes on the device beside the rows. */
  static long bytesNeeded(Shape shape, Limits limits, Gpu gpu) {
    Measure measure = new Measure();
    Memory.in(measure, shape, limits.features(), tile(shape, limits, gpu), gpu);
    return measure.bytes();
  }

  @Override
  public int rows() {
    return shape.rows();
  }

  @Override
  public Paths code(PathObjective objective, int[] rows) {
    device.context().enter();
    long start = System.nanoTime();
    Paths found = new Paths(rows.length, objective.longest());
    if (rows.length > 0) {
      paths.take(objective);
    }
    int at = 0;
    while (at < rows.length) {
      stop.check();
      int count = Math.min(tile, rows.length - at);
      code(objective, rows, at, count, found);
      at += count;
    }
    int k = objective.features();
    long passes = Math.max(1, rows.length / shape.rows());
    data.tally.add("code", passes, 2.0 * k * shape.cols() * ((double) rows.length + k), start);
    return found;
  }

  /** A tile: {@code count} of {@code rows} from {@code at} on. */
  private void code(PathObjective objective, int[] rows, int at, int count, Paths into) {
    boolean inPlace = areConsecutive(rows, at, count);
    DeviceBuffer some =
        inPlace ? data.x.from((long) rows[at] * shape.cols()) : gathered(rows, at, count);
    device
        .products()
        .times(
            count,
            objective.features(),
            shape.cols(),
            some,
            paths.transposed(),
            memory.projection());
    paths.search(
        objective,
        memory.projection(),
        data.missing,
        inPlace ? null : memory.list(),
        rows[at],
        count,
        into,
        at);
  }

  private static boolean areConsecutive(int[] rows, int at, int count) {
    for (int i = 1; i < count; i++) {
      if (rows[at + i] != rows[at] + i) {
        return false;
      }
    }
    return true;
  }

  private DeviceBuffer gathered(int[] rows, int at, int count) {
    device.transfers().send(Arrays.copyOfRange(rows, at, at + count), memory.list());
    device
        .launch()
        .pointer(data.x)
        .pointer(memory.list())
        .pointer(memory.gathered())
        .integer(count)
        .integer(shape.cols())
        .run(device.kernels().gatherRows, LaunchGrid.threads((long) count * shape.cols()));
    return memory.gathered();
  }

  @Override
  public WeighedPaths better(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    long start = System.nanoTime();
    double[] worth = new double[rows.length];
    Paths better = better(rows, found, old);
    take(model, rows, found, old);
    for (RowTile rest = tile(rows, 0, tile); rest.count() > 0; rest = after(rest, rows, tile)) {
      posteriors.weigh(model, rest, found, old, false);
      posteriors.worth(rest, worth);
      if (old != null) {
        posteriors.better(rest, found, old, better);
      }
    }
    data.tally.add("better paths", Math.max(1, rows.length / shape.rows()), 0, start);
    return new WeighedPaths(better, worth);
  }

  @Override
  public Expectation expectation(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    long start = System.nanoTime();
    Paths better = better(rows, found, old);
    take(model, rows, found, old);
    int most = posteriors.most();
    sums.begin(model.features(), Math.min(most, rows.length));
    for (RowTile rest = tile(rows, 0, most); rest.count() > 0; rest = after(rest, rows, most)) {
      posteriors.weigh(model, rest, found, old, true);
      sums.add(rest);
      if (old != null) {
        posteriors.better(rest, found, old, better);
      }
    }
    PathStatistics statistics = sums.sums();
    data.tally.add("expectation", Math.max(1, rows.length / shape.rows()), 0, start);
    return new Expectation(better, statistics);
  }

  /** Room for the better ones; without old ones those found. */
  private static Paths better(int[] rows, Paths found, @Nullable Paths old) {
    return old == null ? found : new Paths(rows.length, Math.max(found.longest(), old.longest()));
  }

  private void take(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    device.context().enter();
    int longest = 0;
    for (int i = 0; i < rows.length; i++) {
      longest = Math.max(longest, found.length(i));
      longest = old == null ? longest : Math.max(longest, old.length(i));
    }
    posteriors.take(model, longest);
  }

  private RowTile after(RowTile last, int[] rows, int most) {
    return tile(rows, last.at() + last.count(), most);
  }

  /** At most {@code most} of {@code rows} from {@code at} on; none at the end. */
  private RowTile tile(int[] rows, int at, int most) {
    stop.check();
    int count = Math.min(most, rows.length - at);
    boolean inPlace = areConsecutive(rows, at, count);
    if (!inPlace) {
      device.transfers().send(Arrays.copyOfRange(rows, at, at + count), memory.list());
    }
    int first = count == 0 ? 0 : rows[at];
    return new RowTile(data.x, data.missing, inPlace ? null : memory.list(), first, count, at);
  }

  @Override
  public void close() {
    device.context().enter();
    arena.close();
  }
}
