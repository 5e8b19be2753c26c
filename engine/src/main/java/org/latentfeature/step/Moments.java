package org.latentfeature.step;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/** Second moments of the data, in double precision. */
public interface Moments extends Resident {

  /** Memory is allocated only during the computation. */
  record Limits() implements org.latentfeature.step.Limits<Moments> {

    @Override
    public Moments checked(Moments opened, Guard guard) {
      return new CheckedMoments(opened, guard);
    }

    @Override
    public Moments inParts(
        Parts<Moments> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
      return new MomentsInParts(parts, rows, algebra, stop);
    }
  }

  /** XᵀX (D×D), a sum over rows. */
  Dense columnGram();

  /**
   * Q XᵀX (m×D), a sum over rows; over sparse rows without XᵀX itself.
   *
   * @param directions Q, m×D
   */
  default Dense columnGram(Dense directions) {
    return directions.times(columnGram());
  }

  /** X Xᵀ (N×N). */
  Dense rowGram();
}
