package org.latentfeature.backend.reference;

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
import org.latentfeature.step.coding.PathSearch;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/** A row at a time, in double precision. */
final class ReferencePathCoder implements PathCoder {

  private final Matrix x;
  private final StopSignal stop;
  private final MissingEntries missing;
  private final double[] row;
  private final float[] stored;
  private final StepTally tally;

  ReferencePathCoder(HostRows rows, StopSignal stop) {
    x = rows.x();
    tally = rows.tally();
    this.stop = stop;
    missing = MissingEntries.of(x);
    row = new double[x.cols()];
    stored = new float[x.cols()];
  }

  static long bytesNeeded(int rows, int cols, Limits limits) {
    long k = limits.features();
    return (k * k + k * (Paths.LONGEST + 4)) * Double.BYTES;
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public Paths code(PathObjective objective, int[] rows) {
    long start = System.nanoTime();
    Dense w = objective.w();
    PathSearch search = new PathSearch(objective, w.timesTransposed(w), missing);
    Paths paths = new Paths(rows.length, objective.longest());
    double[] b = new double[w.rows()];
    for (int i = 0; i < rows.length; i++) {
      stop.check(i);
      load(rows[i]);
      for (int j = 0; j < b.length; j++) {
        double sum = 0;
        for (int d = 0; d < row.length; d++) {
          sum += w.get(j, d) * row[d];
        }
        b[j] = sum;
      }
      search.search(rows[i], b, paths, i);
    }
    long passes = Math.max(1, rows.length / x.rows());
    tally.add("code", passes, 2.0 * w.rows() * x.cols() * (rows.length + w.rows()), start);
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
    Dense gram = model.w().timesTransposed(model.w());
    return new PathParts(x, 1, stop, model, gram, rows, found, old);
  }

  /** Row {@code i} with 0 for what is missing. */
  private void load(int i) {
    x.getRow(i, stored);
    for (int d = 0; d < row.length; d++) {
      row[d] = Float.isNaN(stored[d]) ? 0 : stored[d];
    }
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
