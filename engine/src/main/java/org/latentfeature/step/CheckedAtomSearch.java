package org.latentfeature.step;

import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;

/** An atom search with its arguments, and the order of its calls, checked. */
final class CheckedAtomSearch implements AtomSearch {

  private final AtomSearch search;
  private final Limits limits;
  private final Guard guard;
  private boolean residual;
  private boolean swept;
  private boolean rounded;

  CheckedAtomSearch(AtomSearch search, Limits limits, Guard guard) {
    this.search = search;
    this.limits = limits;
    this.guard = guard;
  }

  @Override
  public void residual(Incidence z, Dense v) {
    guard.enter();
    Incidence codes = guard.codes(z);
    int k = codes.columns();
    Guard.require(k <= limits.columns(), "%d columns, above the limit of %d", k, limits.columns());
    guard.requireDictionary(v, k);
    swept = false;
    rounded = false;
    residual = true;
    search.residual(codes, v);
  }

  @Override
  public double squaredNorm() {
    guard.enter();
    requireResidual();
    return search.squaredNorm();
  }

  @Override
  public Dense products(Incidence z) {
    guard.enter();
    requireResidual();
    Incidence codes = guard.codes(z);
    int k = codes.columns();
    Guard.require(
        k >= 1 && k <= limits.columns(), "%d columns; they must be 1 to %d", k, limits.columns());
    return search.products(codes);
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed) {
    requireSweeps(rank, maxSweeps);
    return search.sweep(rank, tolerance, maxSweeps, seed);
  }

  @Override
  public Sweeps sweep(int rank, double tolerance, int maxSweeps, long seed, Rounding rounding) {
    requireSweeps(rank, maxSweeps);
    requireHyperplanes(rounding.hyperplanes());
    rounded = true;
    return search.sweep(rank, tolerance, maxSweeps, seed, rounding);
  }

  private void requireSweeps(int rank, int maxSweeps) {
    guard.enter();
    requireResidual();
    Guard.require(
        rank >= 1 && rank <= limits.rank(), "rank is %d; it must be 1 to %d", rank, limits.rank());
    Guard.require(maxSweeps >= 1, "the number of sweeps is %d; it must be at least 1", maxSweeps);
    swept = true;
  }

  private void requireHyperplanes(int hyperplanes) {
    Guard.require(
        hyperplanes >= 1 && hyperplanes <= limits.hyperplanes(),
        "%d hyperplanes, above the limit of %d",
        hyperplanes,
        limits.hyperplanes());
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
  public Dense powerStep(Dense sums) {
    guard.enter();
    requireResidual();
    Guard.require(
        sums.rows() >= 1 && sums.rows() <= limits.rank() && sums.cols() == guard.cols(),
        "sums of %d×%d for vectors of at most %d entries and X with %d columns",
        sums.rows(),
        sums.cols(),
        limits.rank(),
        guard.cols());
    swept = false;
    return search.powerStep(sums);
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
    requireHyperplanes(hyperplanes);
    requireCandidates(count);
    rounded = false;
    return search.round(hyperplanes, count, passes, seed);
  }

  @Override
  public List<ScoredAtom> choose(int count, int passes) {
    guard.enter();
    if (!rounded) {
      throw new IllegalStateException("round unit vectors before choosing among their atoms");
    }
    requireCandidates(count);
    rounded = false;
    return search.choose(count, passes);
  }

  @Override
  public List<ScoredAtom> polish(List<BitVector> atoms, int passes) {
    guard.enter();
    requireResidual();
    requireCandidates(atoms.size());
    rounded = false;
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
