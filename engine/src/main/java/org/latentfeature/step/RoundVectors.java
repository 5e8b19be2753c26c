package org.latentfeature.step;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.step.ResidualRounds.PowerStep;

/**
 * Unit vectors that nobody keeps: those of rows are u_i = S a_i/‖S a_i‖ for the S before, and kept
 * is their sum. The first S is random, since any gives unit vectors.
 */
final class RoundVectors implements UnitVectors {

  private final ResidualRounds rounds;
  private Dense sums = new Dense(1, 0);
  private Dense dummy = new Dense(1, 1);
  private Dense total = new Dense(1, 0);
  private double squaredNorm = Double.NaN;

  RoundVectors(ResidualRounds rounds) {
    this.rounds = rounds;
  }

  /** The residual is another one. */
  void forget() {
    squaredNorm = Double.NaN;
  }

  /** ‖A‖², which a round of vectors brings. */
  double squaredNorm() {
    if (Double.isNaN(squaredNorm)) {
      squaredNorm = rounds.powerStep(new Dense(1, rounds.cols())).squaredNorm();
    }
    return squaredNorm;
  }

  @Override
  public void start(int rank, long seed) {
    sums = new Dense(rank, rounds.cols());
    Arrays.setAll(sums.values(), i -> CounterRandom.normal(seed, i, 0));
    dummy = new Dense(1, rank);
    dummy.set(0, 0, 1);
    total = new Dense(1, rounds.cols());
  }

  /** The rows' vectors at once, and then the dummy's given theirs; there is no order of rows. */
  @Override
  public double sweep(long seed) {
    PowerStep powerStep = rounds.powerStep(sums);
    squaredNorm = powerStep.squaredNorm();
    total = powerStep.total();
    Dense gradient = total.timesTransposed(powerStep.sums());
    double length = gradient.rowNorm(0);
    if (length > 0) {
      Arrays.setAll(dummy.values(), k -> gradient.get(0, k) / length);
    }
    sums = powerStep.sums().plus(dummy.transpose().times(total));
    return sums.squaredNorm() / 4;
  }

  /** Not offered: N vectors are nowhere at once. */
  @Override
  public Dense toDense() {
    throw new UnsupportedOperationException(
        "the unit vectors of rows on many machines are kept nowhere; their sums are");
  }

  @Override
  public Sums sums() {
    return new Sums(sums.copy(), dummy.copy(), total.copy());
  }

  @Override
  public void resume(Sums all) {
    sums = all.sums().copy();
    dummy = all.dummy().copy();
    total = all.total().copy();
  }

  /**
   * Sᵀh for random hyperplanes h: a row's next vector, along S a_i, lies on the positive side of h
   * if a_iᵀSᵀh is above 0. Those with the dummy's vector on the negative side are turned over.
   */
  Dense normals(int hyperplanes, long seed) {
    int rank = sums.rows();
    Dense normals = new Dense(hyperplanes, rank);
    for (int h = 0; h < hyperplanes; h++) {
      for (int k = 0; k < rank; k++) {
        normals.set(h, k, CounterRandom.normal(seed, h, k));
      }
      if (normals.rowDot(h, dummy, 0) < 0) {
        for (int k = 0; k < rank; k++) {
          normals.set(h, k, -normals.get(h, k));
        }
      }
    }
    return normals.times(sums);
  }
}
