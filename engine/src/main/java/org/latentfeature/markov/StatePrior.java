package org.latentfeature.markov;

import java.util.Arrays;
import org.latentfeature.linalg.Dense;

/**
 * The prior of each row of transition probabilities, Dirichlet(α β): β uniform in the finite model;
 * in the infinite one β ~ GEM(γ), cut off after K features, the null state first. Mutable.
 *
 * <p>β is a point estimate. Its density is taken in the coordinates ln(v / (1−v)) of the sticks v,
 * in which the closed form of {@link #update} is the exact maximum of a minorant: no update lowers
 * the lower bound.
 */
final class StatePrior {

  /** β never falls below this: ψ of less overflows what single precision can add up. */
  private static final double SMALLEST = 1e-10;

  private static final int SWEEPS = 3;

  private final double alpha;
  private final double gamma;
  private final boolean infinite;
  private final double[] beta;

  /** The prior before any data: uniform, or the sticks' expectations. */
  StatePrior(MarkovOptions options) {
    alpha = options.concentration();
    gamma = options.gamma();
    infinite = options.infinite();
    int states = options.k() + 1;
    beta = new double[states];
    Arrays.fill(beta, 1.0 / states);
  }

  /** α β, 1×(K+1). */
  Dense weights() {
    Dense weights = new Dense(1, beta.length);
    for (int m = 0; m < beta.length; m++) {
      weights.set(0, m, alpha * beta[m]);
    }
    return weights;
  }

  /**
   * Raises {@link Transitions#logEvidence} + {@link #logDensity} over β, given the counts of
   * transitions; nothing in the finite model. A step takes the expected numbers of tables m_k = Σ_l
   * αβ_k [ψ(αβ_k + n_lk) − ψ(αβ_k)] and then v_k = (1 + m_k) / (1 + m_k + γ + Σ_{k'&gt;k} m_k').
   */
  void update(Dense counts) {
    if (!infinite) {
      return;
    }
    int states = beta.length;
    double[] n = counts.values();
    double[] tables = new double[states];
    double least = Transitions.least(counts);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double[] none = new double[states];
      double[] unseen = new double[states];
      Arrays.fill(tables, 0);
      for (int k = 0; k < states; k++) {
        none[k] = GammaFunctions.digamma(alpha * beta[k]);
        unseen[k] = least == 0 ? 0 : GammaFunctions.digamma(alpha * beta[k] + least) - none[k];
      }
      for (int l = 0; l < states; l++) {
        for (int k = 0; k < states; k++) {
          double count = n[l * states + k];
          tables[k] +=
              count == least
                  ? unseen[k]
                  : GammaFunctions.digamma(alpha * beta[k] + count) - none[k];
        }
      }
      for (int k = 0; k < states; k++) {
        tables[k] *= alpha * beta[k];
      }
      double later = 0;
      double[] stick = new double[states];
      for (int k = states - 1; k >= 0; k--) {
        stick[k] = k == states - 1 ? 1 : (1 + tables[k]) / (1 + tables[k] + gamma + later);
        later += tables[k];
      }
      double left = 1;
      for (int k = 0; k < states; k++) {
        beta[k] = Math.max(SMALLEST, left * stick[k]);
        left *= 1 - stick[k];
      }
    }
  }

  /** ln p(β), in the sticks' log odds; 0 in the finite model. */
  double logDensity() {
    if (!infinite) {
      return 0;
    }
    double density = (beta.length - 1) * Math.log(gamma);
    double left = 1;
    for (int k = 0; k < beta.length - 1; k++) {
      double after = Math.max(SMALLEST, left - beta[k]);
      density += Math.log(beta[k] / left) + gamma * Math.log(after / left);
      left = after;
    }
    return density;
  }
}
