package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.GammaFunctions;

class TransitionsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 40})
  void expectationsOfLogProbabilities(int k) {
    for (boolean scaled : new boolean[] {false, true}) {
      Dense counts = Drawn.counts(k + 1, k);
      Dense prior = Drawn.prior(k + 1, k);
      for (int i = 0; scaled && i < counts.values().length; i++) {
        counts.values()[i] = .3 + counts.values()[i] / 7; // as running counts are: never 0
      }
      Dense e = Transitions.logExpectations(counts, prior);
      for (int l = 0; l <= k; l++) {
        double row = 0;
        for (int m = 0; m <= k; m++) {
          row += prior.get(0, m) + counts.get(l, m);
        }
        for (int m = 0; m <= k; m++) {
          double expected =
              GammaFunctions.digamma(prior.get(0, m) + counts.get(l, m))
                  - GammaFunctions.digamma(row);
          assertEquals(expected, e.get(l, m), 1e-12 * Math.abs(expected));
        }
      }
    }
  }

  @Test
  void gainsOfGoingOn() {
    Dense e = Transitions.logExpectations(Drawn.counts(6, 2), Drawn.prior(6, 2));
    Dense gains = Transitions.gains(e);
    assertEquals(6, gains.rows());
    assertEquals(5, gains.cols());
    for (int l = 0; l < 6; l++) {
      for (int j = 0; j < 5; j++) {
        double expected = e.get(l, j + 1) + e.get(j + 1, 0) - e.get(l, 0);
        assertEquals(expected, gains.get(l, j), 1e-12 * Math.abs(expected));
      }
    }
  }

  /** Δ = ΔP, also of chains that come back to the null state once in a million steps. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "7, 1", "40, 1", "5, 1e-6"})
  void theStationaryDistributionStays(int k, double returning) {
    Dense p = Transitions.means(Drawn.counts(k + 1, k), Drawn.prior(k + 1, k));
    for (int l = 1; l <= k; l++) {
      double before = p.get(l, 0);
      double after = returning * before;
      for (int m = 1; m <= k; m++) {
        p.set(l, m, p.get(l, m) * (1 - after) / (1 - before));
      }
      p.set(l, 0, after);
    }
    double[] found = Transitions.stationary(p);
    assertEquals(1, Arrays.stream(found).sum(), 1e-12);
    for (int m = 0; m <= k; m++) {
      double next = 0;
      for (int l = 0; l <= k; l++) {
        next += found[l] * p.get(l, m);
      }
      assertEquals(found[m], next, 1e-7 * found[m]);
    }
  }

  /** One transition after the other: each has probability (prior + count so far) / their sum. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9})
  void evidenceIsThatOfPolyasUrns(int k) {
    Dense counts = Drawn.counts(k + 1, 10 + k);
    Dense prior = Drawn.prior(k + 1, 10 + k);
    double expected = 0;
    for (int l = 0; l <= k; l++) {
      double total = 0;
      for (int m = 0; m <= k; m++) {
        total += prior.get(0, m);
      }
      for (int m = 0; m <= k; m++) {
        for (int t = 0; t < counts.get(l, m); t++) {
          expected += Math.log((prior.get(0, m) + t) / total++);
        }
      }
    }
    double actual = Transitions.logEvidence(counts, prior);
    assertEquals(expected, actual, 1e-10 * Math.abs(expected));
    assertEquals(0, Transitions.logEvidence(new Dense(k + 1, k + 1), prior), 0);
  }

  @Test
  void meansAreProbabilities() {
    Dense counts = Drawn.counts(8, 4);
    Dense prior = Drawn.prior(8, 4);
    Dense means = Transitions.means(counts, prior);
    for (int l = 0; l < 8; l++) {
      double sum = 0;
      for (int m = 0; m < 8; m++) {
        sum += means.get(l, m);
        double odds = means.get(l, m) / means.get(l, 0);
        double expected =
            (prior.get(0, m) + counts.get(l, m)) / (prior.get(0, 0) + counts.get(l, 0));
        assertEquals(expected, odds, 1e-12 * expected);
      }
      assertEquals(1, sum, 1e-12);
    }
  }
}
