package org.latentfeature.cuda;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Room;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.PathStatistics.Totals;

/** Sums over rows by what {@link PathPosteriors} leaves of them, tile after tile. */
final class PathSums {

  /** Warps that share the features of all segments of rows, where there are fewer features. */
  private static final int WARPS = 2048;

  private static final int MOST_SEGMENTS = 64;

  /** Rows of a segment at least: two for each lane that looks for features. */
  private static final int LEAST_ROWS = 64;

  /** Columns that a warp sums products of: those of {@code sum_cross_products}. */
  private static final int COLUMNS = 4 * LaunchGrid.LANES;

  private final OpenDevice device;
  private final Memory memory;
  private final PathPosteriors posteriors;
  private final int cols;
  private int features;
  private int segments;
  private long rows;

  /** Creates sums over rows of {@code cols} entries. */
  PathSums(OpenDevice device, Memory memory, PathPosteriors posteriors, int cols) {
    this.device = device;
    this.memory = memory;
    this.posteriors = posteriors;
    this.cols = cols;
  }

  /**
   * The arrays that it works in, the first three with one sum for each segment.
   *
   * @param cross S1, K×D
   * @param moments S2, K×K
   * @param transitions (K+1)×(K+1)
   * @param totals of the figures
   */
  record Memory(
      DeviceBuffer cross, DeviceBuffer moments, DeviceBuffer transitions, DeviceBuffer totals) {

    static Memory in(Room room, int cols, int most) {
      long segments = mostSegments(most);
      return new Memory(
          room.doubles("S1", segments * most * cols),
          room.doubles("S2", segments * most * most),
          room.doubles("transitions of rows", segments * (most + 1L) * (most + 1L)),
          room.doubles("totals", PathPosteriors.FIGURES));
    }
  }

  private static int mostSegments(int features) {
    return Math.max(1, Math.min(MOST_SEGMENTS, WARPS / features));
  }

  /**
   * Begins sums for {@code k} features, over tiles of at most {@code most} rows. No more segments
   * than the coder has room for: its most features have the fewest.
   */
  void begin(int k, int most) {
    features = k;
    rows = 0;
    long room =
        Math.min(
            memory.transitions().count() / size(k + 1, k + 1),
            Math.min(
                memory.moments().count() / size(k, k), memory.cross().count() / size(k, cols)));
    int enough = Math.max(1, most / LEAST_ROWS);
    segments = (int) Math.min(room, Math.min(enough, mostSegments(k)));
    device.transfers().clear(memory.cross(), segments * size(k, cols));
    device.transfers().clear(memory.moments(), segments * size(k, k));
    device.transfers().clear(memory.transitions(), segments * size(k + 1, k + 1));
    device.transfers().clear(memory.totals(), PathPosteriors.FIGURES);
  }

  private static long size(int height, int width) {
    return (long) height * width;
  }

  /** Adds the rows that were weighed last, with records. */
  void add(RowTile tile) {
    PathPosteriors.Memory of = posteriors.memory();
    PosteriorShape form = posteriors.form();
    LaunchGrid grid = LaunchGrid.warps((long) features * segments);
    device
        .launch()
        .pointer(tile.x())
        .optional(tile.missing())
        .optional(tile.list())
        .pointer(of.w())
        .pointer(of.better().lengths())
        .pointer(of.better().features())
        .pointer(of.records())
        .pointer(memory.cross())
        .integer(features)
        .integer(cols)
        .integer(form.longest())
        .integer(form.record())
        .integer(tile.first())
        .integer(tile.count())
        .integer(posteriors.pitch())
        .integer(segments)
        .run(device.kernels().sumCrossProducts, grid.by((cols + COLUMNS - 1) / COLUMNS));
    device
        .launch()
        .pointer(of.kept())
        .pointer(of.better().lengths())
        .pointer(of.better().features())
        .pointer(of.records())
        .pointer(memory.moments())
        .pointer(memory.transitions())
        .integer(features)
        .integer(form.longest())
        .integer(form.record())
        .integer(tile.count())
        .integer(posteriors.pitch())
        .integer(segments)
        .run(device.kernels().sumSecondMoments, grid);
    device
        .launch()
        .pointer(of.figures())
        .integer(tile.count())
        .integer(posteriors.pitch())
        .pointer(memory.totals())
        .run(device.kernels().sumFigures, LaunchGrid.blocks(PathPosteriors.FIGURES));
    rows += tile.count();
  }

  /** All that was added. */
  PathStatistics sums() {
    Dense cross = sum(memory.cross(), features, cols);
    Dense moments = sum(memory.moments(), features, features);
    Dense transitions = sum(memory.transitions(), features + 1, features + 1);
    double[] totals = device.transfers().doubles(memory.totals(), PathPosteriors.FIGURES);
    // Rows without features stay in the null state.
    transitions.set(0, 0, totals[5]);
    return new PathStatistics(
        cross,
        moments,
        transitions,
        new Totals(rows, (long) totals[4], totals[0], totals[1], totals[2], totals[3]));
  }

  private Dense sum(DeviceBuffer parts, int height, int width) {
    long size = size(height, width);
    if (segments > 1) {
      device
          .launch()
          .pointer(parts)
          .size(size)
          .integer(segments)
          .run(device.kernels().addSegments, LaunchGrid.threads(size));
    }
    return Dense.wrap(height, width, device.transfers().doubles(parts, Math.toIntExact(size)));
  }
}
