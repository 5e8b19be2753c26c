package org.latentfeature.markov;

import org.latentfeature.linalg.Dense;

/** How far transitions are from the true ones. */
final class ChainDistance {

  private ChainDistance() {}

  /**
   * The total variation distance between the true transition probabilities and the found ones, or
   * those of the chain run backwards if they are nearer: mean over the visits to the states of the
   * true chain. Features are numbered as in the truth.
   */
  static double between(MarkovProblem truth, Dense counts, Dense prior) {
    int states = counts.rows();
    Dense transposed = new Dense(states, states);
    for (int l = 0; l < states; l++) {
      for (int m = 0; m < states; m++) {
        transposed.set(l, m, counts.get(m, l));
      }
    }
    return Math.min(
        distance(truth, Transitions.means(counts, prior)),
        distance(truth, Transitions.means(transposed, prior)));
  }

  private static double distance(MarkovProblem truth, Dense found) {
    int states = found.rows();
    Dense visits = new Dense(states, states);
    for (int i = 0; i < truth.paths().count(); i++) {
      PathWorth.count(truth.paths(), i, visits);
    }
    double sum = 0;
    double all = 0;
    for (int l = 0; l < states; l++) {
      for (int m = 0; m < states; m++) {
        double often = 0;
        for (int to = 0; to < states; to++) {
          often += visits.get(l, to);
        }
        sum += often * .5 * Math.abs(truth.transitions().get(l, m) - found.get(l, m));
        all += often / states;
      }
    }
    return sum / all;
  }
}
