package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Projections;

class CodePosteriorTest {

  private static CodePosterior posterior(
      Clipped problem,
      Dense w,
      double sigma,
      double @Nullable [] prior,
      CodePosterior.Weights weights) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, problem.x())) {
      return CodePosterior.of(
          data.rows(List.of(new Projections.Limits(w.rows())), StopSignal.NEVER),
          problem.x(),
          w,
          sigma,
          prior,
          weights,
          3,
          StopSignal.NEVER);
    }
  }

  /** Squared probabilities of the K nearest codes, or probabilities of all, row by row. */
  @ParameterizedTest
  @CsvSource({"SQUARED, 1", "SQUARED, 4", "POSTERIOR, 1", "POSTERIOR, 4"})
  void sumsAreThoseOfAPlainLoop(CodePosterior.Weights weights, int k) {
    int n = 4801; // more than one thread's
    double sigma = .5;
    Clipped problem = Clipped.of(n, 7, k, 1, sigma, 3);
    boolean squared = weights == CodePosterior.Weights.SQUARED;
    double[] uneven = new double[1 << k];
    for (int b = 0; b < uneven.length; b++) {
      uneven[b] = (b + 1) / (uneven.length * (uneven.length + 1) / 2.0);
    }
    double @Nullable [] prior = squared ? null : uneven;
    Dense gram = new Dense(k, k);
    Dense cross = new Dense(k, 7);
    double[] shares = new double[1 << k];
    double logLikelihood = 0;
    for (int i = 0; i < n; i++) {
      double[] cost = new double[1 << k];
      List<Integer> order = new ArrayList<>();
      for (int b = 0; b < cost.length; b++) {
        for (int j = 0; j < 7; j++) {
          double left = problem.x().get(i, j);
          for (int a = 0; a < k; a++) {
            left -= (b >> a & 1) * problem.w().get(a, j);
          }
          cost[b] += left * left / (2 * sigma * sigma);
        }
        cost[b] -= prior == null ? 0 : Math.log(prior[b]);
        order.add(b);
      }
      order.sort(Comparator.comparingDouble(b -> cost[b]));
      List<Integer> kept = squared ? order.subList(0, k) : order;
      double total = kept.stream().mapToDouble(b -> Math.exp(cost[kept.get(0)] - cost[b])).sum();
      logLikelihood += Math.log(total) - cost[kept.get(0)];
      for (int j = 0; j < 7; j++) {
        logLikelihood += Math.pow(problem.x().get(i, j), 2) / (2 * sigma * sigma);
      }
      for (int b : kept) {
        double w = Math.exp(cost[kept.get(0)] - cost[b]) / total;
        shares[b] += w / n;
        w = squared ? w * w : w;
        for (int a = 0; a < k; a++) {
          for (int c = 0; c < k; c++) {
            gram.set(a, c, gram.get(a, c) + w * (b >> a & 1) * (b >> c & 1));
          }
          for (int j = 0; j < 7; j++) {
            cross.set(a, j, cross.get(a, j) + w * (b >> a & 1) * problem.x().get(i, j));
          }
        }
      }
    }
    CodePosterior found = posterior(problem, problem.w(), sigma, prior, weights);
    assertArrayEquals(gram.values(), found.gram().values(), 1e-3);
    assertArrayEquals(cross.values(), found.cross().values(), 1e-3);
    assertArrayEquals(shares, found.shares(), 1e-6);
    assertEquals(logLikelihood, found.logLikelihood(), 1e-3);
    Dense w = PivotedCholesky.of(gram, 1e-9).solve(cross);
    assertArrayEquals(w.values(), found.dictionary().values(), 1e-5);
  }

  /** Steps of expectation and maximisation never lower the likelihood. */
  @Test
  void likelihoodRises() {
    Clipped problem = Clipped.of(1009, 8, 3, 1, .4, 1);
    Dense w = problem.w().copy();
    for (int i = 0; i < w.values().length; i++) {
      w.values()[i] *= i % 3 == 0 ? .6 : 1.3;
    }
    double @Nullable [] prior = null;
    double before = Double.NEGATIVE_INFINITY;
    for (int round = 0; round < 10; round++) {
      CodePosterior step = posterior(problem, w, .4, prior, CodePosterior.Weights.POSTERIOR);
      // The first prior is flat, by which all likelihoods are too large by the same factor.
      double now = step.logLikelihood() - (prior == null ? 1009 * Math.log(8) : 0);
      assertTrue(now >= before - 1e-3, now + " after " + before);
      before = now;
      prior = step.shares();
      w = step.dictionary();
    }
    assertEquals(0, problem.error(w), .01);
  }
}
