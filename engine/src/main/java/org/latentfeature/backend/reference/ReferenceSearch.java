package org.latentfeature.backend.reference;

import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.backend.cpu.IncidenceColumns;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.StepTally;
import org.latentfeature.step.UnitVectors;

/** The greedy step by its definition, in double precision over a float residual. */
final class ReferenceSearch implements AtomSearch {

  private final Matrix x;
  private final StepTally tally;
  private final StopSignal stop;
  private final Matrix residual;
  private final ReferenceVectors vectors;
  private final ReferenceCandidates candidates;
  private double squaredNorm;

  ReferenceSearch(HostRows rows, StopSignal stop) {
    x = rows.x();
    tally = rows.tally();
    this.stop = stop;
    residual = Matrix.allocate(x.rows(), x.cols());
    vectors = new ReferenceVectors(residual, rows.first(), tally, stop);
    candidates = new ReferenceCandidates(residual, vectors, tally, stop);
  }

  static long bytesNeeded(int rows, int cols, Limits limits) {
    long residual = (long) rows * cols * Float.BYTES;
    long vectors = (long) rows * limits.rank() * Double.BYTES;
    long atoms = (long) rows * (limits.candidates() + limits.hyperplanes()) / Byte.SIZE;
    return residual + vectors + atoms;
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public void residual(Incidence z, Dense v) {
    long start = System.nanoTime();
    ResidualRow row = new ResidualRow(x, (IncidenceColumns) z, v);
    double sum = 0;
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      sum = row.load(i).addSquaresTo(sum);
      residual.setRow(i, row.values);
    }
    tally.add("residual", 2, 2.0 * x.size() * v.rows(), start);
    squaredNorm = sum;
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
    // The residual is the garbage collector's once this search is unreachable.
  }
}
