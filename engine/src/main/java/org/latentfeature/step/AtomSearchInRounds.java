package org.latentfeature.step;

import org.latentfeature.base.linalg.Dense;

/**
 * An atom search on rows that many machines hold, in rounds. Whatever it asks is a sum over rows:
 * vectors turn all at once, each to its optimum given the sums S of all, and a candidate atom is
 * the rows beyond a hyperplane, of which D numbers are known until its bits are asked for. Both are
 * the ascent of a convex function by its linear bound, and never fall, however the rows are divided
 * and whichever of them are read first.
 */
public final class AtomSearchInRounds implements AtomSearch {

  private final ResidualRounds rounds;
  private final RoundVectors vectors;
  private final RoundCandidates candidates;

  /** A search by {@code rounds}, which are closed with it. */
  public AtomSearchInRounds(ResidualRounds rounds) {
    this.rounds = rounds;
    vectors = new RoundVectors(rounds);
    candidates = new RoundCandidates(rounds, vectors);
  }

  @Override
  public int rows() {
    return rounds.rows();
  }

  @Override
  public void residual(Incidence z, Dense v) {
    rounds.residual(z, v);
    vectors.forget();
    candidates.forget();
  }

  @Override
  public double squaredNorm() {
    return vectors.squaredNorm();
  }

  @Override
  public Dense products(Incidence z) {
    return rounds.sums(z.toMatrix().columns());
  }

  @Override
  public UnitVectors vectors() {
    return vectors;
  }

  @Override
  public Dense powerStep(Dense sums) {
    return rounds.powerStep(sums).sums();
  }

  @Override
  public Candidates candidates() {
    return candidates;
  }

  @Override
  public void close() {
    rounds.close();
  }
}
