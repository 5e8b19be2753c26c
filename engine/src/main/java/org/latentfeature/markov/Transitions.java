package org.latentfeature.markov;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.GammaFunctions;

/**
 * The posterior of the transition probabilities θ_l of each state l, q(θ_l) = Dirichlet(a_l) with a
 * = prior + counts, (K+1)×(K+1), state 0 the null state. See docs/markov.md, equations (3) and (6).
 */
public final class Transitions {

  /** Steps after which what has not returned to the null state is extrapolated. */
  private static final int MOST_STEPS = 10_000;

  private static final double LEAST_MASS = 1e-14;

  private Transitions() {}

  /**
   * E[l, m] = E_q ln θ_lm = ψ(a_lm) − ψ(Σ_m a_lm).
   *
   * @param counts (K+1)×(K+1), from state to state
   * @param prior 1×(K+1), the same for every state
   */
  public static Dense logExpectations(Dense counts, Dense prior) {
    return logExpectations(counts, prior, digammas(counts, prior));
  }

  /** Computes E[l, m] = E_q ln θ_lm from {@link #digammas}. */
  public static Dense logExpectations(Dense counts, Dense prior, Dense digammas) {
    int states = counts.cols();
    Dense out = new Dense(states, states);
    double[] n = counts.values();
    double[] p = prior.values();
    double[] e = out.values();
    for (int l = 0; l < states; l++) {
      int at = l * states;
      double sum = 0;
      for (int m = 0; m < states; m++) {
        sum += p[m] + n[at + m];
      }
      double row = GammaFunctions.digamma(sum);
      for (int m = 0; m < states; m++) {
        e[at + m] = digammas.values()[at + m] - row;
      }
    }
    return out;
  }

  /** ψ(a_lm), (K+1)×(K+1). */
  static Dense digammas(Dense counts, Dense prior) {
    int states = counts.cols();
    Dense out = new Dense(states, states);
    double[] n = counts.values();
    double[] p = prior.values();
    double least = least(counts);
    double[] unseen = new double[states];
    for (int m = 0; m < states; m++) {
      unseen[m] = GammaFunctions.digamma(p[m] + least);
    }
    for (int l = 0; l < states; l++) {
      for (int m = 0; m < states; m++) {
        double count = n[l * states + m];
        out.values()[l * states + m] =
            count == least ? unseen[m] : GammaFunctions.digamma(p[m] + count);
      }
    }
    return out;
  }

  /**
   * The least of all counts. Most cells of a large chain were never visited, and all hold this one:
   * whatever function of them is summed need be computed once for a column.
   */
  private static double least(Dense counts) {
    double least = Double.POSITIVE_INFINITY;
    for (double count : counts.values()) {
      if (count < least) { // Math.min looks for NaN and −0 too, at three times the cost.
        least = count;
      }
    }
    return least;
  }

  /** (K+1)×K: entry (l, j) = E[l, j+1] + E[j+1, 0] − E[l, 0], what going on to feature j gains. */
  static Dense gains(Dense expectations) {
    int states = expectations.rows();
    int k = states - 1;
    double[] e = expectations.values();
    Dense out = new Dense(states, k);
    double[] gains = out.values();
    double[] home = new double[k];
    for (int j = 0; j < k; j++) {
      home[j] = e[(j + 1) * states];
    }
    for (int l = 0; l < states; l++) {
      double stop = e[l * states];
      int from = l * states + 1;
      int to = l * k;
      for (int j = 0; j < k; j++) {
        gains[to + j] = e[from + j] + home[j] - stop;
      }
    }
    return out;
  }

  /**
   * Σ_l ln B(prior + n_l) − ln B(prior): the probability of the counted transitions with θ
   * integrated out, which is q(θ)'s share of the lower bound where q(θ) is at its optimum.
   */
  static double logEvidence(Dense counts, Dense prior) {
    int states = counts.cols();
    double[] n = counts.values();
    double[] p = prior.values();
    double total = 0;
    for (double value : p) {
      total += value;
    }
    double none = GammaFunctions.lnGamma(total);
    double evidence = 0;
    double[] unseen = new double[states];
    for (int m = 0; m < states; m++) {
      unseen[m] = GammaFunctions.lnGamma(p[m]);
    }
    for (int l = 0; l < states; l++) {
      double sum = total;
      for (int m = 0; m < states; m++) {
        double count = n[l * states + m];
        if (count > 0) {
          sum += count;
          evidence += GammaFunctions.lnGamma(p[m] + count) - unseen[m];
        }
      }
      if (sum > total) {
        evidence += none - GammaFunctions.lnGamma(sum);
      }
    }
    return evidence;
  }

  /** (K+1)×(K+1): the posterior means of the transition probabilities. */
  public static Dense means(Dense counts, Dense prior) {
    int states = counts.cols();
    Dense out = new Dense(states, states);
    for (int l = 0; l < states; l++) {
      double sum = 0;
      for (int m = 0; m < states; m++) {
        sum += prior.get(0, m) + counts.get(l, m);
      }
      for (int m = 0; m < states; m++) {
        out.set(l, m, (prior.get(0, m) + counts.get(l, m)) / sum);
      }
    }
    return out;
  }

  /**
   * The stationary distribution Δ of a chain that comes back to the null state: its mean number of
   * visits to each state between two visits to the null state, divided by their sum (Kac's lemma).
   *
   * @param probabilities (K+1)×(K+1), rows sum to 1
   */
  static double[] stationary(Dense probabilities) {
    int states = probabilities.rows();
    double[] visits = new double[states];
    visits[0] = 1;
    double[] step = visits.clone();
    double mass = 1;
    double share = 0;
    for (int t = 0; t < MOST_STEPS && mass > LEAST_MASS; t++) {
      double[] next = new double[states];
      for (int l = 0; l < states; l++) {
        if (step[l] > 0) {
          Dense.addScaled(next, 0, probabilities.values(), l * states, states, step[l]);
        }
      }
      // What returned to the null state has ended.
      next[0] = 0;
      double left = Arrays.stream(next).sum();
      share = left / mass;
      mass = left;
      step = next;
      for (int l = 1; l < states; l++) {
        visits[l] += next[l];
      }
    }
    // Of what has not returned by then, the same share goes on at each step.
    double rest = share < 1 ? share / (1 - share) : 0;
    double sum = 0;
    for (int l = 0; l < states; l++) {
      visits[l] += rest * step[l];
      sum += visits[l];
    }
    for (int l = 0; l < states; l++) {
      visits[l] /= sum;
    }
    return visits;
  }
}
