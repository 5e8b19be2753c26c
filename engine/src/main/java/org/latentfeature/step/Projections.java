package org.latentfeature.step;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;

/**
 * Projections of rows, in single precision: their inner products with directions, and sums of rows
 * weighed by a contrast of these. On whitened rows these are the steps of a search for binary
 * columns in their span (docs/subspace.md, section 3).
 */
public interface Projections extends Resident {

  /**
   * Limits of the steps.
   *
   * @param directions maximum directions at once, at least 1
   * @param weights maximum {@linkplain Contrast#weights weights} of a row at once, at least as
   *     many; 0 if nothing but products is asked for
   */
  record Limits(int directions, int weights) implements org.latentfeature.step.Limits<Projections> {

    /** Checks the ranges. */
    public Limits {
      Guard.require(directions >= 1, "directions is %d; it must be at least 1", directions);
      Guard.require(
          weights == 0 || weights >= directions,
          "weights is %d; it must be 0, or at least %d",
          weights,
          directions);
    }

    /** The limits of contrasts that give a row one weight per direction. */
    public Limits(int directions) {
      this(directions, directions);
    }

    @Override
    public Projections checked(Projections opened, Guard guard) {
      return new CheckedProjections(opened, this, guard);
    }

    @Override
    public Projections inParts(
        Parts<Projections> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
      return new ProjectionsInParts(parts);
    }
  }

  /**
   * A map: X Aᵀ, N×m, to single precision: a product may be rounded otherwise among other rows.
   *
   * @param directions A, m×D
   */
  Matrix project(Dense directions);

  /**
   * A sum: g(X Aᵀ)ᵀ X, m×D, or 2m×D where g gives two weights.
   *
   * @param directions A, m×D
   * @param contrast g
   */
  Dense weigh(Dense directions, Contrast contrast);
}
