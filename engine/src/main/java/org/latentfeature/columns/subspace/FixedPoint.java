package org.latentfeature.columns.subspace;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Polar;
import org.latentfeature.step.Contrast;

/** Iterations A ← g(Y Aᵀ)ᵀY of a contrast g: each direction for itself, or all at once. */
final class FixedPoint {

  /** Directions whose cosines with those before are all nearer to 1 have settled. */
  private static final double SETTLED = 1e-4;

  /**
   * Directions whose cosines with those one iteration before are all nearer to 1 do not move any
   * more.
   */
  private static final double STILL = 1e-9;

  private final WhitenedRows y;
  private final Algebra algebra;

  FixedPoint(WhitenedRows y, Algebra algebra) {
    this.y = y;
    this.algebra = algebra;
  }

  /** Single directions: deflationary FastICA's, without its second term. */
  Dense single(Dense start, Contrast contrast, int iterations) {
    Dense a = Directions.normalise(start);
    for (int step = 0; step < iterations; step++) {
      a = Directions.normalise(y.weigh(a, contrast));
    }
    return a;
  }

  /**
   * As many directions as there are dimensions, kept orthogonal by the polar factor: symmetric
   * FastICA's.
   *
   * @param momentum share of the last change that is added to the next
   */
  Dense symmetric(Dense start, Contrast contrast, double momentum, int iterations) {
    Dense a = Polar.factor(algebra, start);
    Dense before = a;
    for (int step = 0; step < iterations; step++) {
      Dense image = y.weigh(a, contrast);
      if (contrast.kind() != Contrast.Kind.UNIT) {
        Directions.normalise(image);
      }
      boolean settled = least(image, a) > 1 - SETTLED || least(image, before) > 1 - STILL;
      Dense next = image.copy();
      for (int i = 0; i < next.values().length && step > 0; i++) {
        next.values()[i] += momentum * (image.values()[i] - before.values()[i]);
      }
      before = image;
      a = Polar.factor(algebra, next);
      if (settled) {
        break;
      }
    }
    return a;
  }

  /** The least cosine of two sets of directions; those of {@code a} need not be of norm 1. */
  private static double least(Dense image, Dense a) {
    double least = 1;
    for (int i = 0; i < a.rows(); i++) {
      double norm = image.rowNorm(i) * a.rowNorm(i);
      least = Math.min(least, norm > 0 ? Math.abs(image.rowDot(i, a, i)) / norm : 0);
    }
    return least;
  }
}
