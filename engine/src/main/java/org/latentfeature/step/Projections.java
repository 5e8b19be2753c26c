package org.latentfeature.step;

import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;

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
   */
  record Limits(int directions) implements org.latentfeature.step.Limits<Projections> {

    /** Checks the range. */
    public Limits {
      Guard.require(directions >= 1, "directions is %d; it must be at least 1", directions);
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
   * A sum: g(X Aᵀ)ᵀ X, m×D.
   *
   * @param directions A, m×D
   * @param contrast g
   */
  Dense weigh(Dense directions, Contrast contrast);
}
