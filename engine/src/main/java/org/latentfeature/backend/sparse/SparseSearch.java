package org.latentfeature.backend.sparse;

import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.UnitVectors;

/** The greedy step on a residual that is never formed. */
final class SparseSearch implements AtomSearch {

  private final SparseHostRows rows;
  private final StepTally tally;
  private final SparseResidual residual;
  private final SparseVectors vectors;
  private final SparseCandidates candidates;
  private double squaredNorm;

  SparseSearch(SparseHostRows rows, StopSignal stop) {
    this.rows = rows;
    tally = rows.tally();
    residual = new SparseResidual(rows, stop);
    vectors = new SparseVectors(residual, rows.first(), tally, stop);
    candidates = new SparseCandidates(residual, vectors, tally, stop);
  }

  static long bytesNeeded(int threads, int rows, int cols, Limits limits) {
    int most = Math.max(limits.candidates(), limits.hyperplanes());
    return SparseResidual.bytesNeeded(rows, cols, limits.columns())
        + SparseVectors.bytesNeeded(threads, rows, cols, limits.rank())
        + SparseCandidates.bytesNeeded(threads, rows, cols, most)
        // The columns that still flip.
        + (long) Lanes.padded(limits.candidates()) * cols * Double.BYTES;
  }

  @Override
  public int rows() {
    return rows.rows();
  }

  @Override
  public void residual(Incidence z, Dense v) {
    long start = System.nanoTime();
    squaredNorm = residual.load((IncidenceColumns) z, v);
    tally.add("residual", 1, 2.0 * rows.x().entries() * v.rows(), start);
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  @Override
  public UnitVectors vectors() {
    return vectors;
  }

  @Override
  public Dense powerStep(Dense sums) {
    return vectors.powerStep(sums);
  }

  @Override
  public Candidates candidates() {
    return candidates;
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
