package org.latentfeature.step;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/** Second moments of the data, in double precision. */
public interface Moments extends Resident {

  /**
   * Limits of the steps; memory is allocated only during the computation.
   *
   * @param directions maximum {@linkplain #columnGram(Dense) directions} at once, if nothing but
   *     their products is asked for; 0 for the Gram matrices
   */
  record Limits(int directions) implements org.latentfeature.step.Limits<Moments> {

    /** The limits of Gram matrices. */
    public Limits() {
      this(0);
    }

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
