package org.latentfeature.lasso;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.fit.factor.FitRows;

/** The penalties μ that a fit tries, largest first (docs/lasso.md, section 4). */
final class PenaltySequence {

  /**
   * An atom enters while ‖Aᵀz‖ > μN. A true feature that is on in half of the rows starts near
   * N‖w_k‖/4, noise near √N‖w_k‖: this share of N‖w_k‖ lies well below the one, and {@link #NOISE}
   * times √N‖w_k‖ well above the other.
   */
  private static final double SHARE = 0.15;

  private static final double NOISE = 3;

  /** Later penalties, for data whose features differ much in size. */
  private static final double[] FACTORS = {1, 0.5, 0.25};

  private PenaltySequence() {}

  /**
   * The sequence for {@code penalty}, or the default derived from the data and K.
   *
   * @param data the rows, on which {@code steps} are opened
   */
  static double[] of(
      @Nullable Penalty penalty, LassoSteps steps, GreedyAtom search, int k, FitRows data) {
    double scale = data.prepared().scale();
    if (penalty instanceof Penalty.Absolute p) {
      return new double[] {p.mu() * scale};
    }
    if (penalty instanceof Penalty.LambdaTau p) {
      return new double[] {Math.sqrt(2 * p.lambda() * p.tau()) * scale};
    }
    if (penalty instanceof Penalty.Relative p) {
      return new double[] {p.share() * largest(steps, search)};
    }
    double first = first(steps, k, data);
    return Arrays.stream(FACTORS).map(f -> f * first).toArray();
  }

  /** The smallest μ that keeps every atom out: max_z ‖Xᵀz‖ / N. */
  private static double largest(LassoSteps steps, GreedyAtom search) {
    steps.codes.replace(BinaryMatrix.empty(steps.rows.rows()));
    steps.search().residual(steps.codes, new Dense(0, steps.rows.cols()));
    return Math.sqrt(search.search().atoms().get(0).score()) / steps.rows.rows();
  }

  /**
   * The default for K features: if each were on in half of the rows, independently, the variation
   * of X about its mean would be N/4 Σ‖w_k‖², which gives the features' root mean square norm. Of a
   * share ρ of known entries, a feature starts near ρN‖w_k‖/4, and noise near √(ρN)‖w_k‖.
   */
  static double first(LassoSteps steps, int k, FitRows data) {
    int n = steps.rows.rows();
    double known = data.known();
    double squaredNorm = data.squaredNorm();
    // Equal rows vary only by rounding; their mean is the one feature.
    double spread = Math.max(squaredNorm - ofMeans(steps, data), 1e-6 * squaredNorm) / known;
    double norm = Math.sqrt(4 * spread / n / k);
    return known * norm * Math.max(SHARE, NOISE / Math.sqrt(known * n));
  }

  /** The squared norm of the columns' means, in all their known entries. */
  private static double ofMeans(LassoSteps steps, FitRows data) {
    int n = steps.rows.rows();
    steps.codes.replace(BinaryMatrix.ofColumns(n, List.of(BitVector.ones(n))));
    Dense sums = steps.factorisation.products(steps.codes, 0).cross();
    if (data.known() == 1) {
      return sums.squaredNorm() / n;
    }
    KnownColumns known = KnownColumns.of(data.loaded().x());
    double sum = 0;
    for (int j = 0; j < sums.cols(); j++) {
      sum += sums.get(0, j) * sums.get(0, j) / Math.max(1, known.known(j));
    }
    return sum;
  }
}
