package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

class StatePriorTest {

  private static MarkovOptions options(int k, double alpha, double gamma) {
    return MarkovOptions.of(k).withTransitions(new TransitionPrior(alpha, gamma));
  }

  private static double sum(Dense weights) {
    double sum = 0;
    for (double v : weights.values()) {
      sum += v;
    }
    return sum;
  }

  /** Counts of every kind: of few states, of all, of none but the last, of none. */
  private static Dense counts(int states, long seed) {
    RandomStream random = new RandomStream(seed, "state prior counts");
    Dense counts = new Dense(states, states);
    double share = random.nextDouble();
    int most = 1 << random.nextInt(14);
    int first = seed % 3 == 0 ? random.nextInt(states) : 0;
    for (int l = 0; l < states; l++) {
      for (int m = first; m < states; m++) {
        counts.set(l, m, random.nextDouble() < share ? random.nextInt(most) : 0);
      }
    }
    return counts;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1", "1, 1e-3, 50", "3, .1, .1", "3, 1000, 10", "12, 13, 1", "12, 1, .01",
    "12, .01, 100", "40, 41, 1", "40, 1e-3, 1e-3", "40, 1e4, 1e3", "90, 1, 1", "90, 91, .05"
  })
  void anUpdateNeverLowersTheBound(int k, double alpha, double gamma) {
    for (long seed = 0; seed < 40; seed++) {
      StatePrior prior = new StatePrior(options(k, alpha, gamma));
      double before = Double.NEGATIVE_INFINITY;
      for (int step = 0; step < 12; step++) {
        // New counts now and then, as paths change: the prior goes on from where it was.
        Dense counts = counts(k + 1, 100 * seed + step / 4);
        double start = Transitions.logEvidence(counts, prior.weights()) + prior.logDensity();
        StatePrior swept = prior.swept(counts, Transitions.digammas(counts, prior.weights()));
        double unseen = Transitions.logEvidence(counts, swept.weights()) + swept.logDensity();
        boolean atFloor = Arrays.stream(swept.weights().values()).anyMatch(w -> w < 1e-9 * alpha);
        prior = prior.updated(counts);
        double end = Transitions.logEvidence(counts, prior.weights()) + prior.logDensity();
        String where = "seed " + seed + ", step " + step + ": " + start + " falls to " + end;
        assertTrue(atFloor || unseen >= start - 1e-9 * Math.abs(start), where + ", " + unseen);
        assertTrue(end >= start - 1e-9 * Math.abs(start), where);
        assertTrue(step % 4 == 0 || end >= before - 1e-9 * Math.abs(before), where);
        before = end;
        assertEquals(alpha, sum(prior.weights()), 1e-12 * alpha, "β sums to 1");
        for (double weight : prior.weights().values()) {
          assertTrue(weight > 0, "β is positive");
        }
      }
    }
  }

  /** Where updates end, small changes of any stick lower the bound. */
  @Test
  void updatesEndAtAMaximum() {
    int k = 6;
    double gamma = 2;
    double alpha = 3;
    Dense counts = Drawn.counts(k + 1, 5);
    StatePrior prior = new StatePrior(options(k, alpha, gamma));
    for (int step = 0; step < 3000; step++) {
      prior = prior.updated(counts);
    }
    double[] sticks = sticks(prior.weights(), alpha);
    double best = bound(sticks, counts, alpha, gamma);
    assertEquals(Transitions.logEvidence(counts, prior.weights()) + prior.logDensity(), best, 1e-8);
    for (int j = 0; j < k; j++) {
      for (double by : new double[] {-1e-2, 1e-2}) {
        double[] moved = sticks.clone();
        double odds = moved[j] / (1 - moved[j]) * Math.exp(by);
        moved[j] = odds / (1 + odds);
        assertTrue(bound(moved, counts, alpha, gamma) < best, "stick " + j + " by " + by);
      }
    }
  }

  private static double[] sticks(Dense weights, double alpha) {
    double[] sticks = new double[weights.cols() - 1];
    double left = 1;
    for (int j = 0; j < sticks.length; j++) {
      double beta = weights.get(0, j) / alpha;
      sticks[j] = beta / left;
      left -= beta;
    }
    return sticks;
  }

  /** Beta(1, γ) of each stick v, as a density of ln(v / (1−v)), and the urns' probabilities. */
  private static double bound(double[] sticks, Dense counts, double alpha, double gamma) {
    Dense weights = new Dense(1, sticks.length + 1);
    double left = 1;
    double density = 0;
    for (int j = 0; j < sticks.length; j++) {
      double v = sticks[j];
      weights.set(0, j, alpha * left * v);
      left *= 1 - v;
      density += Math.log(gamma * Math.pow(1 - v, gamma - 1) * v * (1 - v));
    }
    weights.set(0, sticks.length, alpha * left);
    return Transitions.logEvidence(counts, weights) + density;
  }

  @Test
  void aFinitePriorStaysUniform() {
    StatePrior prior =
        new StatePrior(MarkovOptions.of(4).withTransitions(new TransitionPrior(2.5, null)));
    double[] before = prior.weights().values();
    prior = prior.updated(Drawn.counts(5, 1));
    assertArrayEquals(new double[] {.5, .5, .5, .5, .5}, before, 1e-15);
    assertArrayEquals(before, prior.weights().values(), 0);
    assertEquals(0, prior.logDensity(), 0);
  }

  /** States that are often come to have larger weights; unseen ones keep some. */
  @Test
  void weightsFollowTheCounts() {
    StatePrior prior = new StatePrior(options(5, 6, 1));
    Dense counts = new Dense(6, 6);
    for (int l = 0; l < 3; l++) {
      counts.set(l, 0, 400);
      counts.set(l, 1, 20);
      counts.set(l, 2, 20);
    }
    for (int step = 0; step < 50; step++) {
      prior = prior.updated(counts);
    }
    double[] w = prior.weights().values();
    assertTrue(w[0] > w[1] && w[1] > 2 * w[3] && w[2] > 2 * w[3], () -> Arrays.toString(w));
    assertTrue(w[5] > 0);
  }
}
