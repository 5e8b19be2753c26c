package org.latentfeature.step;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.BitDraws;

/** A factorisation's steps with their arguments checked. */
final class CheckedFactorisation implements Factorisation {

  private final Factorisation steps;
  private final Limits limits;
  private final Guard guard;

  CheckedFactorisation(Factorisation steps, Limits limits, Guard guard) {
    this.steps = steps;
    this.limits = limits;
    this.guard = guard;
  }

  @Override
  public Products products(Incidence z, int from) {
    Incidence codes = codes(z);
    Guard.require(
        from >= 0 && from < codes.columns(),
        "products from column %d of %d",
        from,
        codes.columns());
    return steps.products(codes, from);
  }

  @Override
  public Dense columnGrams(Incidence z, int[] columns) {
    Incidence codes = codes(z);
    Guard.require(columns.length > 0 && codes.columns() > 0, "Gram matrices of no columns");
    for (int d : columns) {
      guard.requireColumn(d);
    }
    return steps.columnGrams(codes, columns);
  }

  @Override
  public double squaredError(Incidence z, Dense w) {
    Incidence codes = codes(z);
    guard.requireDictionary(w, codes.columns());
    return steps.squaredError(codes, w);
  }

  @Override
  public long refine(Incidence z, Dense w, int exactColumns) {
    Incidence codes = codes(z);
    guard.requireDictionary(w, codes.columns());
    requireExact(exactColumns);
    return steps.refine(codes, w, exactColumns);
  }

  @Override
  public long encode(Incidence z, Dense w, RowCoding how) {
    Incidence codes = codes(z);
    requireColumns(w.rows());
    Guard.checked(z).requireColumns(w.rows());
    guard.requireDictionary(w, w.rows());
    Guard.require(how.restarts() >= 0, "restarts is %d; it must be at least 0", how.restarts());
    requireExact(how.exactColumns());
    return steps.encode(codes, w, how);
  }

  @Override
  public long draw(Incidence z, Dense w, BitDraws how) {
    Incidence codes = codes(z);
    guard.requireDictionary(w, codes.columns());
    Guard.require(
        how.features() == w.rows(), "draws of %d features of %d", how.features(), w.rows());
    return steps.draw(codes, w, how);
  }

  @Override
  public double[] rowErrors(Incidence z, Dense w) {
    Incidence codes = codes(z);
    guard.requireDictionary(w, codes.columns());
    return steps.rowErrors(codes, w);
  }

  @Override
  public CodeSums code(Incidence z, Dense w, RowCoding how) {
    Incidence codes = codes(z);
    requireColumns(w.rows());
    if (how.fresh()) {
      Guard.checked(z).requireColumns(w.rows());
    }
    guard.requireDictionary(w, how.fresh() ? w.rows() : codes.columns());
    Guard.require(how.restarts() >= 0, "restarts is %d; it must be at least 0", how.restarts());
    Guard.require(how.worst() >= 0, "worst is %d; it must be at least 0", how.worst());
    requireExact(how.exactColumns());
    return steps.code(codes, w, how);
  }

  private Incidence codes(Incidence z) {
    guard.enter();
    Incidence codes = guard.codes(z);
    requireColumns(codes.columns());
    return codes;
  }

  private void requireColumns(int k) {
    Guard.require(k <= limits.columns(), "%d columns, above the limit of %d", k, limits.columns());
  }

  private static void requireExact(int columns) {
    Guard.require(
        columns <= MOST_EXACT_COLUMNS,
        "an exact search over %d columns, above the limit of %d",
        columns,
        MOST_EXACT_COLUMNS);
  }

  @Override
  public void close() {
    if (guard.closes()) {
      steps.close();
    }
  }
}
