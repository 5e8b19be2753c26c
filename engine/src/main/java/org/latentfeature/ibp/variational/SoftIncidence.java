package org.latentfeature.ibp.variational;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.SoftFactorisation;
import org.latentfeature.step.SoftFactorisation.Sums;

/** q(Z): independent bits beside the rows of X, and their sums with the rows of X/s. */
final class SoftIncidence {

  private final SoftFactorisation steps;
  private final double unit;
  private Sums sums;

  /**
   * From the present ν of {@code steps}, which has some.
   *
   * @param unit s
   */
  SoftIncidence(SoftFactorisation steps, double unit) {
    this.steps = steps;
    this.unit = unit;
    sums = normalised(steps.sums());
  }

  /**
   * The best q(Z) given all else, of each feature in turn.
   *
   * @param logOdds θ_k
   * @param variance σx²
   * @throws org.latentfeature.base.progress.StoppedException if the steps are stopped; then some
   *     rows have changed, and the sums have not
   */
  void update(GaussianDictionary a, double[] logOdds, double variance) {
    double square = unit * unit;
    sums =
        normalised(
            steps.update(
                times(a.mean(), unit), times(a.gram(), square), logOdds, square * variance));
  }

  private Sums normalised(Sums ofRows) {
    return new Sums(times(ofRows.cross(), 1 / unit), ofRows.gram(), ofRows.entropy());
  }

  private static Dense times(Dense matrix, double factor) {
    Dense product = matrix.copy();
    for (int i = 0; i < product.values().length; i++) {
      product.values()[i] *= factor;
    }
    return product;
  }

  /** Puts the features in another order. */
  void select(int[] order) {
    steps.retain(order);
    sums = sums.select(order);
  }

  /** Sums over all rows. */
  Sums sums() {
    return sums;
  }
}
