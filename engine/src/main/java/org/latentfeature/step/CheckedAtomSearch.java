package org.latentfeature.step;

import java.util.List;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;

/** An atom search with its arguments, and the order of its calls, checked. */
final class CheckedAtomSearch implements AtomSearch {

  private final AtomSearch search;
  private final Limits limits;
  private final Guard guard;
  private boolean residual;
  private boolean swept;

  CheckedAtomSearch(AtomSearch search, Limits limits, Guard guard) {
    this.search = search;
    this.limits = limits;
    this.guard = guard;
  }

  @Override
  public double residual(Incidence z, Dense v) {
    guard.enter();
    Incidence codes = guard.codes(z);
    int k = codes.columns();
    Guard.require(k <= limits.columns(), "%d columns, above the limit of %d", k, limits.columns());
    guard.requireDictionary(v, k);
    swept = false;
    residual = true;
    return search.residual(codes, v);
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    guard.enter();
    requireResidual();
    Guard.require(
        rank >= 1 && rank <= limits.rank(), "rank is %d; it must be 1 to %d", rank, limits.rank());
    Guard.require(maxSweeps >= 1, "the number of sweeps is %d; it must be at least 1", maxSweeps);
    swept = true;
    return search.sweep(rank, tolerance, maxSweeps, seed);
  }

  private void requireResidual() {
    if (!residual) {
      throw new IllegalStateException("compute a residual first");
    }
  }

  @Override
  public int rows() {
    return guard.rows();
  }

  @Override
  public UnitVectors vectors() {
    guard.enter();
    if (!swept) {
      throw new IllegalStateException(
          "sweep over the current residual first: there are no unit vectors yet");
    }
    return search.vectors();
  }

  @Override
  public Candidates candidates() {
    guard.enter();
    requireResidual();
    return search.candidates();
  }

  @Override
  public List<ScoredAtom> round(int hyperplanes, int count, int passes, long seed) {
    guard.enter();
    if (!swept) {
      throw new IllegalStateException("sweep over the current residual before rounding");
    }
    Guard.require(
        hyperplanes >= 1 && hyperplanes <= limits.hyperplanes(),
        "%d hyperplanes, above the limit of %d",
        hyperplanes,
        limits.hyperplanes());
    requireCandidates(count);
    return search.round(hyperplanes, count, passes, seed);
  }

  @Override
  public List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    guard.enter();
    requireResidual();
    requireCandidates(atoms.size());
    for (BitVector z : atoms) {
      Guard.require(
          z.length() == guard.rows(),
          "an atom has %d entries, X has %d rows",
          z.length(),
          guard.rows());
    }
    return search.polish(atoms, passes);
  }

  private void requireCandidates(int count) {
    Guard.require(
        count >= 1 && count <= limits.candidates(),
        "%d candidates, above the limit of %d",
        count,
        limits.candidates());
  }

  @Override
  public void close() {
    if (guard.closes()) {
      search.close();
    }
  }
}
