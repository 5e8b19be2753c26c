package org.latentfeature.step;

import java.util.Arrays;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;

/** Second moments of the data, in double precision. */
public interface Moments extends Resident {

  /** They take what memory they need while they are computed. */
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

  /** X Xᵀ (N×N). */
  Dense rowGram();

  /**
   * The squares of the min(N, D) singular values of X, largest first. Their tail from K on is the
   * smallest squared error of any factorisation with K features.
   */
  double[] squaredSingularValues();

  /** The eigenvalues of a Gram matrix as squares: rounding leaves some that are 0 below it. */
  static double[] squares(double[] eigenvalues) {
    return Arrays.stream(eigenvalues).map(v -> Math.max(0, v)).toArray();
  }
}
