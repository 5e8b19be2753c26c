package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.base.random.RowOrder;
import org.latentfeature.markov.ChainFit.Chain;
import org.latentfeature.step.coding.Paths;

class ChainFitTest {

  /** From the sets of features alone, in no order, the chain comes out, or that run backwards. */
  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "3, true"})
  void setsTellTheTransitions(long seed, boolean infinite) {
    int k = 8;
    MarkovProblem problem = MarkovProblem.draw(1500, 4, k, 1, seed);
    RandomStream random = new RandomStream(seed, "test");
    int[] all = EvenRows.of(1500, 1500);
    for (int i : all) {
      shuffle(problem, i, random);
    }
    StatePrior prior =
        new StatePrior(
            MarkovOptions.of(k)
                .withTransitions(infinite ? TransitionPrior.INFINITE : TransitionPrior.FINITE));
    ChainFit fit = new ChainFit(problem.paths(), all);
    double most = Double.NEGATIVE_INFINITY;
    double distance = 1;
    for (int start = 0; start < 8; start++) {
      Dense counts = new Dense(k + 1, k + 1);
      Arrays.setAll(counts.values(), i -> 100 * (1 + .2 * random.nextDouble()));
      Chain chain = fit.from(counts, prior, () -> false);
      if (chain.bound() > most) {
        most = chain.bound();
        MarkovParameters found =
            new MarkovParameters(problem.w(), chain.counts(), chain.prior().weights(), 1, 1);
        distance = Recovery.of(problem, found).transitions();
      }
    }
    double reached = distance;
    assertTrue(reached < .08, () -> "total variation " + reached);
  }

  private static void shuffle(MarkovProblem problem, int i, RandomStream random) {
    int[] features = Drawn.features(problem.paths(), i);
    Paths one = new Paths(1, problem.paths().longest());
    for (int at : new RowOrder(Math.max(1, features.length), random).next(features.length)) {
      one.append(0, features[at]);
    }
    problem.paths().set(i, one, 0);
  }
}
