package org.latentfeature.markov;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.GammaFunctions;

/**
 * The prior of each row of transition probabilities, Dirichlet(α β): β uniform in the finite model;
 * in the infinite one β ~ GEM(γ), cut off after K features, the null state first. Immutable.
 *
 * <p>β is a point estimate. Its density is taken in the coordinates ln(v / (1−v)) of the sticks v,
 * in which the closed form of {@link #updated} is the exact maximum of a minorant (docs/markov.md,
 * section 6).
 */
final class StatePrior {

  /** β never falls below this: ψ of much less overflows single precision. */
  private static final double SMALLEST = 1e-10;

  private static final int SWEEPS = 3;

  private final double alpha;
  private final double gamma;
  private final boolean infinite;
  private final double[] beta;

  /** The prior before any data: uniform. */
  StatePrior(MarkovOptions options) {
    Double sticks = options.transitions().gamma();
    alpha = options.transitions().concentration(options.k());
    gamma = sticks == null ? Double.NaN : sticks;
    infinite = options.transitions().infinite();
    beta = uniform(options.k() + 1);
  }

  private StatePrior(double alpha, double gamma, boolean infinite, double[] beta) {
    this.alpha = alpha;
    this.gamma = gamma;
    this.infinite = infinite;
    this.beta = beta;
  }

  /**
   * The prior with these weights.
   *
   * @param weights α β, 1×(K+1)
   */
  static StatePrior of(MarkovOptions options, Dense weights) {
    StatePrior prior = new StatePrior(options);
    if (!prior.infinite) {
      return prior;
    }
    double[] shares = Arrays.stream(weights.values()).map(weight -> weight / prior.alpha).toArray();
    return new StatePrior(prior.alpha, prior.gamma, true, shares);
  }

  private static double[] uniform(int states) {
    double[] beta = new double[states];
    Arrays.fill(beta, 1.0 / states);
    return beta;
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
   * The prior of a larger {@link #bound}, given the counts of transitions; this one in the finite
   * model. A step takes the expected numbers of tables m_k = Σ_l αβ_k [ψ(αβ_k + n_lk) − ψ(αβ_k)]
   * and then v_k = (1 + m_k) / (1 + m_k + γ + Σ_{k'&gt;k} m_k'); with whole counts no step lowers
   * either, with parts of counts those that would are not taken.
   */
  StatePrior updated(Dense counts) {
    StatePrior found = this;
    double reached = infinite ? bound(counts) : 0;
    for (int sweep = 0; infinite && sweep < SWEEPS; sweep++) {
      StatePrior next = found.swept(counts, Transitions.digammas(counts, found.weights()));
      double bound = next.bound(counts);
      if (!(bound >= reached)) {
        return found;
      }
      reached = bound;
      found = next;
    }
    return found;
  }

  /**
   * After one such step, taken unseen: enough where counts only move a little at a time.
   *
   * @param digammas {@link Transitions#digammas} of the counts with this prior
   */
  StatePrior swept(Dense counts, Dense digammas) {
    return infinite
        ? new StatePrior(alpha, gamma, true, broken(sticks(tables(counts, digammas))))
        : this;
  }

  /**
   * {@link Transitions#logEvidence} + {@link #logDensity}: the chain's share of the lower bound.
   */
  double bound(Dense counts) {
    return Transitions.logEvidence(counts, weights()) + logDensity();
  }

  /** m. */
  private double[] tables(Dense counts, Dense digammas) {
    int states = beta.length;
    double[] n = counts.values();
    double[] seen = digammas.values();
    double[] tables = new double[states];
    double[] weight = new double[states];
    double[] none = new double[states];
    for (int k = 0; k < states; k++) {
      weight[k] = alpha * beta[k];
      none[k] = GammaFunctions.digamma(weight[k]);
    }
    for (int l = 0; l < states; l++) {
      int at = l * states;
      for (int k = 0; k < states; k++) {
        // The running counts of batches may be parts of one; no table is without a guest.
        tables[k] += Math.min(n[at + k], weight[k] * (seen[at + k] - none[k]));
      }
    }
    return tables;
  }

  /** v, of which the last is 1. */
  private double[] sticks(double[] tables) {
    double[] stick = new double[tables.length];
    double later = 0;
    for (int k = tables.length - 1; k >= 0; k--) {
      stick[k] = k == tables.length - 1 ? 1 : (1 + tables[k]) / (1 + tables[k] + gamma + later);
      later += tables[k];
    }
    return stick;
  }

  /** β, kept from 0. */
  private static double[] broken(double[] stick) {
    double[] beta = new double[stick.length];
    double left = 1;
    double sum = 0;
    for (int k = 0; k < beta.length; k++) {
      beta[k] = Math.max(SMALLEST, left * stick[k]);
      left *= 1 - stick[k];
      sum += beta[k];
    }
    for (int k = 0; k < beta.length; k++) {
      beta[k] /= sum;
    }
    return beta;
  }

  /** ln p(β), in the sticks' log odds; 0 in the finite model. */
  double logDensity() {
    if (!infinite) {
      return 0;
    }
    double density = (beta.length - 1) * Math.log(gamma);
    // From the end: what is left of the stick would be lost in differences from 1.
    double after = beta[beta.length - 1];
    for (int k = beta.length - 2; k >= 0; k--) {
      double left = after + beta[k];
      density += Math.log(beta[k] / left) + gamma * Math.log(after / left);
      after = left;
    }
    return density;
  }
}
