package org.latentfeature.lasso;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;

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
   * @param squaredNorm of the rows
   * @param scale factor that X was multiplied by
   */
  static double[] of(
      @Nullable Penalty penalty,
      LassoSteps steps,
      GreedyAtom search,
      int k,
      double squaredNorm,
      double scale) {
    if (penalty instanceof Penalty.Absolute p) {
      return new double[] {p.mu() * scale};
    }
    if (penalty instanceof Penalty.LambdaTau p) {
      return new double[] {Math.sqrt(2 * p.lambda() * p.tau()) * scale};
    }
    if (penalty instanceof Penalty.Relative p) {
      return new double[] {p.share() * largest(steps, search)};
    }
    double first = first(steps, k, squaredNorm);
    return Arrays.stream(FACTORS).map(f -> f * first).toArray();
  }

  /** The smallest μ that keeps every atom out: max_z ‖Xᵀz‖ / N. */
  private static double largest(LassoSteps steps, GreedyAtom search) {
    steps.codes.replace(BinaryMatrix.empty(steps.rows.rows()));
    steps.search.residual(steps.codes, new Dense(0, steps.rows.cols()));
    return Math.sqrt(search.search().atoms().get(0).score()) / steps.rows.rows();
  }

  /**
   * The default for K features: if each were on in half of the rows, independently, the variation
   * of X about its mean would be N/4 Σ‖w_k‖², which gives the features' root mean square norm.
   */
  static double first(LassoSteps steps, int k, double squaredNorm) {
    int n = steps.rows.rows();
    steps.codes.replace(BinaryMatrix.ofColumns(n, List.of(BitVector.ones(n))));
    double mean = steps.factorisation.products(steps.codes, 0).cross().squaredNorm() / n;
    // Equal rows vary only by rounding; their mean is the one feature.
    double spread = Math.max(squaredNorm - mean, 1e-6 * squaredNorm);
    double norm = Math.sqrt(4 * spread / n / k);
    return norm * Math.max(SHARE, NOISE / Math.sqrt(n));
  }
}
