package org.latentfeature.backend.sparse;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Projections;

/** Projections of sparse rows, by all threads. */
final class SparseProjections implements Projections {

  private final SparseHostRows rows;
  private final StopSignal stop;

  SparseProjections(SparseHostRows rows, StopSignal stop) {
    this.rows = rows;
    this.stop = stop;
  }

  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    long sums =
        SparseSums.bytesNeeded(
                SparseSums.threads(threads, rows), (long) Lanes.padded(limits.weights()) * cols)
            + (long) limits.weights() * cols * Double.BYTES;
    return DirectionColumns.bytesNeeded(cols, limits.directions())
        + Math.max((long) rows * limits.directions() * Float.BYTES, sums);
  }

  private DirectionColumns of(Dense directions) {
    return new DirectionColumns(rows.x(), directions, 0, directions.rows());
  }

  @Override
  public Matrix project(Dense directions) {
    long start = System.nanoTime();
    Matrix products = of(directions).products(rows.threads(), stop);
    tally("project", directions.rows(), start);
    return products;
  }

  @Override
  public Dense weigh(Dense directions, Contrast contrast) {
    long start = System.nanoTime();
    int weights = contrast.weights(directions.rows());
    Dense sums = of(directions).weigh(rows.threads(), weights, contrast::of, stop);
    tally("weigh", directions.rows() + weights, start);
    return sums;
  }

  private void tally(String step, int directions, long start) {
    rows.tally().add(step, 1, 2.0 * rows.x().entries() * directions, start);
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
