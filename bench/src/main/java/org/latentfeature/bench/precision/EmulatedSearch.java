package org.latentfeature.bench.precision;

import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.UnitVectors;

/** A search whose sweeps and flips are a GPU's; the rest is done by another one. */
final class EmulatedSearch implements AtomSearch {

  private final AtomSearch exact;
  private final ResidualSource source;
  private final RowSchedule schedule;
  private final long firstRow;
  private BinaryMatrix z;
  private Dense v = new Dense(0, 0);
  private @Nullable Steps steps;

  /** What works on one residual. */
  private record Steps(AtOnceVectors vectors, AtOnceFlips flips) {}

  /**
   * A search beside {@code exact}, which is closed with it.
   *
   * @param source residuals
   * @param firstRow number of the first row among all
   */
  EmulatedSearch(AtomSearch exact, ResidualSource source, RowSchedule schedule, long firstRow) {
    this.exact = exact;
    this.source = source;
    this.schedule = schedule;
    this.firstRow = firstRow;
    z = BinaryMatrix.empty(exact.rows());
  }

  @Override
  public int rows() {
    return exact.rows();
  }

  @Override
  public void residual(Incidence codes, Dense dictionary) {
    exact.residual(codes, dictionary);
    residualIs(codes.toMatrix(), dictionary.copy());
  }

  /** The same, where the other search has that residual. */
  void residualIs(BinaryMatrix codes, Dense dictionary) {
    z = codes;
    v = dictionary;
    steps = null;
  }

  private Steps steps() {
    Steps present = steps;
    if (present == null) {
      RowProducts products = source.of(z, v);
      AtOnceVectors vectors = new AtOnceVectors(products, schedule, firstRow);
      present =
          new Steps(vectors, new AtOnceFlips(products, schedule, vectors, exact.candidates()));
      steps = present;
    }
    return present;
  }

  @Override
  public double squaredNorm() {
    return exact.squaredNorm();
  }

  @Override
  public Dense products(Incidence codes) {
    return exact.products(codes);
  }

  @Override
  public UnitVectors vectors() {
    return steps().vectors;
  }

  /** ‖BᵀV‖² of the vectors of the last sweep, in double precision. */
  double value() {
    return steps().vectors.value();
  }

  @Override
  public Dense powerStep(Dense sums) {
    return exact.powerStep(sums);
  }

  @Override
  public Candidates candidates() {
    return steps().flips;
  }

  @Override
  public void close() {
    exact.close();
  }
}
