package org.latentfeature.openblas;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.PathParts;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/**
 * Codes tiles of rows, each on one thread, in single precision. Which thread takes a tile changes
 * no bit of the paths.
 */
final class OpenBlasPathCoder implements PathCoder {

  private final Blas blas;
  private final Matrix x;
  private final StopSignal stop;
  private final MissingEntries missing;
  private final StepTally tally;

  /** The arrays for dictionaries of one size; replaced when a dictionary of another size comes. */
  private Room room;

  /** Tables, and a tile for each thread. */
  private record Room(Arena arena, PathTables tables, List<PathTile> tiles) {}

  OpenBlasPathCoder(Blas blas, HostRows rows, Limits limits, StopSignal stop) {
    this.blas = blas;
    x = rows.x();
    tally = rows.tally();
    this.stop = stop;
    missing = MissingEntries.of(x);
    room = furnish(limits.features());
  }

  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    long places = (rows + 1L) * Integer.BYTES;
    long k = limits.features();
    return places + PathTables.bytes(k, cols) + threads * PathTile.bytes(k, cols);
  }

  private Room furnish(int features) {
    Arena arena = new Arena();
    PathTables tables = new PathTables(features, x.cols(), !missing.isNone(), arena);
    List<PathTile> tiles = new ArrayList<>();
    for (int i = 0; i < blas.threads(); i++) {
      tiles.add(new PathTile(tables, x, missing, arena));
    }
    return new Room(arena, tables, tiles);
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public Paths code(PathObjective objective, int[] rows) {
    long start = System.nanoTime();
    int k = objective.features();
    if (room.tables().features() != k) {
      room.arena().close();
      room = furnish(k);
    }
    PathTables tables = room.tables();
    List<PathTile> tiles = room.tiles();
    double multiplied = k + PathTile.multiplied(rows.length);
    tables.load(objective);
    blas.share(
        blas.threads(),
        tables.pieces(),
        0,
        stop,
        (thread, piece) -> tables.loadPiece(objective, piece));
    Paths paths = new Paths(rows.length, objective.longest());
    int count = (rows.length + PathTile.ROWS - 1) / PathTile.ROWS;
    blas.share(
        blas.threads(),
        count,
        0,
        stop,
        (thread, tile) -> {
          int from = tile * PathTile.ROWS;
          int here = Math.min(rows.length - from, PathTile.ROWS);
          tiles.get(thread).code(objective, rows, from, here, paths);
        });
    long passes = Math.max(1, rows.length / x.rows());
    tally.add("code", passes, 2.0 * k * x.cols() * multiplied, start);
    return paths;
  }

  @Override
  public WeighedPaths better(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    long start = System.nanoTime();
    WeighedPaths better = parts(model, rows, found, old).better();
    tally.add("better paths", Math.max(1, rows.length / x.rows()), 0, start);
    return better;
  }

  @Override
  public Expectation expectation(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    long start = System.nanoTime();
    Expectation expectation = parts(model, rows, found, old).expectation();
    tally.add("expectation", Math.max(1, rows.length / x.rows()), 0, start);
    return expectation;
  }

  private PathParts parts(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    Dense gram = new OpenBlasAlgebra(blas).multiplyTransposed(model.w(), model.w());
    return new PathParts(x, blas.threads(), stop, model, gram, rows, found, old);
  }

  @Override
  public void close() {
    room.arena().close();
  }
}
