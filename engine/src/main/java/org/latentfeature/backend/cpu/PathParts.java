package org.latentfeature.backend.cpu;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.PathCoder.Expectation;
import org.latentfeature.step.coding.PathExpectation;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/**
 * Sums over the paths of rows, with a part of the rows per thread: equal bits for equal numbers of
 * threads. A row touches only its few features: products with dense codes would need K/n times as
 * many multiplications as loops over those n features.
 */
public final class PathParts {

  /** Multiplications that are worth a thread: some 50 µs. */
  private static final long LEAST_WORK = 1 << 16;

  private final Matrix x;
  private final int threads;
  private final StopSignal stop;
  private final PathModel model;
  private final int[] rows;
  private final Paths found;
  private final @Nullable Paths old;
  private final Paths kept;
  private final PathExpectation expectation;

  /**
   * Prepares sums over {@code rows} of {@code x}, each by the better of its path in {@code found}
   * and its old one, if any.
   *
   * @param gram W Wᵀ
   * @param threads that code them
   */
  public PathParts(
      Matrix x,
      int threads,
      StopSignal stop,
      PathModel model,
      Dense gram,
      int[] rows,
      Paths found,
      @Nullable Paths old) {
    this.x = x;
    this.threads = threads;
    this.stop = stop;
    this.model = model;
    this.rows = rows;
    this.found = found;
    this.old = old;
    kept = old == null ? found : new Paths(rows.length, Math.max(found.longest(), old.longest()));
    expectation = new PathExpectation(model, gram);
  }

  /** Called for the row in place {@code i} of those listed. */
  @FunctionalInterface
  private interface Visitor {
    void row(int i, PathExpectation row);
  }

  /** The better paths. */
  public WeighedPaths better() {
    double[] worth = new double[rows.length];
    parts(
        LEAST_WORK,
        (from, to) -> {
          visit(from, to, (i, row) -> worth[i] = row.worth());
          return worth;
        });
    return new WeighedPaths(kept, worth);
  }

  /** The better paths, and their sums. */
  public Expectation expectation() {
    int k = model.features();
    // What is summed apart must be added up, at two entries in the time of a multiplication.
    long entries = (long) k * (x.cols() + 2L * k);
    List<PathStatistics> parts =
        parts(
            Math.max(LEAST_WORK, entries / 2),
            (from, to) -> {
              PathStatistics sums = new PathStatistics(k, x.cols());
              visit(from, to, (i, row) -> row.addTo(sums));
              return sums;
            });
    PathStatistics sums = parts.get(0);
    parts.subList(1, parts.size()).forEach(sums::add);
    return new Expectation(kept, sums);
  }

  private <T> List<T> parts(long leastWork, Workers.Part<T> part) {
    int count = rows.length;
    long work = x.cols() * (count + 2 * found.visits()) + 1;
    int least = (int) Math.min(count, leastWork * count / work);
    return Workers.parts(threads, count, Math.max(1, least), stop, part);
  }

  /** Rows {@code from} (with) to {@code to} (without) of those listed; fewer once it is to stop. */
  private void visit(int from, int to, Visitor visitor) {
    PathExpectation own = from == 0 ? expectation : expectation.fork();
    float[] row = new float[x.cols()];
    for (int i = from; i < to && ((i & 63) != 0 || !stop.isSet()); i++) {
      x.getRow(rows[i], row);
      boolean byOld = own.take(row, found, old, i);
      if (old != null) {
        kept.set(i, byOld ? old : found, i);
      }
      visitor.row(i, own);
    }
  }
}
