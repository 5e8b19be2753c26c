package org.latentfeature.evidence.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.markov.PredictiveLikelihood;
import org.latentfeature.step.coding.PathPosterior;
import org.latentfeature.step.coding.Paths;

/** Beta process factor analysis against enumeration of all sets of features. */
class BetaProcessTest {

  private static final double VARIANCE = .09;

  /** Rows of some of four features with Gaussian weights, and noise. */
  private static Matrix rows(int n, int d, double[] probability, long seed, int missing) {
    RandomStream random = new RandomStream(seed, "rows");
    Matrix x = Matrix.allocate(n, d);
    float[] row = new float[d];
    RandomStream features = new RandomStream(5, "features");
    double[][] w = new double[probability.length][d];
    for (double[] feature : w) {
      for (int j = 0; j < d; j++) {
        feature[j] = features.nextGaussian();
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        row[j] = (float) (.3 * random.nextGaussian());
      }
      for (int k = 0; k < w.length; k++) {
        double weight = random.nextDouble() < probability[k] ? random.nextGaussian() : 0;
        for (int j = 0; j < d; j++) {
          row[j] += (float) (weight * w[k][j]);
        }
      }
      if (missing > 0) {
        row[(i * missing) % d] = Float.NaN;
      }
      x.setRow(i, row);
    }
    return x;
  }

  private static BetaProcess.Model fit(BetaProcess how, Matrix x) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      return how.fit(backend, data, VARIANCE, StopSignal.NEVER);
    }
  }

  private static int[] set(int code, int k) {
    return IntStream.range(0, k).filter(j -> (code >> j & 1) == 1).toArray();
  }

  /** ln p(x | A) by definition, with the covariance of order D. */
  private static double logLikelihood(float[] x, Dense w, int[] set, double variance) {
    int[] known = IntStream.range(0, x.length).filter(j -> !Float.isNaN(x[j])).toArray();
    Dense covariance = new Dense(known.length, known.length);
    Dense column = new Dense(known.length, 1);
    for (int a = 0; a < known.length; a++) {
      column.set(a, 0, x[known[a]]);
      for (int c = 0; c < known.length; c++) {
        double sum = a == c ? variance : 0;
        for (int k : set) {
          sum += w.get(k, known[a]) * w.get(k, known[c]);
        }
        covariance.set(a, c, sum);
      }
    }
    Dense lower = Algebra.JAVA.cholesky(covariance);
    Dense white = Algebra.JAVA.solveLower(lower, column);
    double sum = -.5 * known.length * Math.log(2 * Math.PI) - .5 * white.squaredNorm();
    for (int a = 0; a < known.length; a++) {
      sum -= Math.log(lower.get(a, a));
    }
    return sum;
  }

  @Test
  void theObjectiveNeverFalls() {
    for (int missing : new int[] {0, 3}) {
      Matrix x = rows(120, 10, new double[] {.5, .3, .2, .1}, 1, missing);
      for (long seed = 0; seed < 4; seed++) {
        List<Double> objectives = fit(BetaProcess.ofRows(6, seed), x).objectives();
        assertTrue(objectives.size() > 5);
        for (int t = 1; t < objectives.size(); t++) {
          double before = objectives.get(t - 1);
          assertTrue(objectives.get(t) >= before - 1e-6 * Math.abs(before), "step " + t);
        }
      }
    }
  }

  /** By the best of a few seeds: each true feature has a found one in its direction. */
  @Test
  void theFeaturesAreFound() {
    double[] probability = {.5, .3, .2, .2};
    Matrix x = rows(600, 12, probability, 2, 0);
    BetaProcess.Model best =
        IntStream.range(0, 6)
            .mapToObj(seed -> fit(BetaProcess.ofRows(8, seed), x))
            .max((a, b) -> Double.compare(last(a), last(b)))
            .orElseThrow();
    RandomStream features = new RandomStream(5, "features");
    for (int k = 0; k < 4; k++) {
      Dense truth = new Dense(1, 12);
      for (int j = 0; j < 12; j++) {
        truth.set(0, j, features.nextGaussian());
      }
      int nearest = 0;
      double cosine = 0;
      for (int j = 0; j < 8; j++) {
        double size = best.w().rowNorm(j) * truth.rowNorm(0);
        double here = size == 0 ? 0 : Math.abs(best.w().rowDot(j, truth, 0)) / size;
        nearest = here > cosine ? j : nearest;
        cosine = Math.max(cosine, here);
      }
      assertTrue(cosine > .97, k + ": " + cosine);
      assertEquals(probability[k], best.probability(nearest), .12, "how many rows have it");
    }
  }

  private static double last(BetaProcess.Model model) {
    return model.objectives().get(model.objectives().size() - 1);
  }

  /** A row's set is nearly as probable as the best of all 2⁴ sets, and mostly is that. */
  @Test
  void codesAreNearTheBestOfAllSets() {
    Matrix x = rows(150, 10, new double[] {.5, .3, .2, .2}, 3, 0);
    BetaProcess.Model model = fit(BetaProcess.ofRows(4, 1), x);
    int exact = 0;
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      Paths paths =
          data.rows(List.of(), StopSignal.NEVER)
              .open(new org.latentfeature.step.PathCoder.Limits(4), StopSignal.NEVER)
              .code(model.objective());
      float[] row = new float[10];
      for (int i = 0; i < x.rows(); i++) {
        x.getRow(i, row);
        double best = Double.NEGATIVE_INFINITY;
        for (int code = 0; code < 16; code++) {
          best = Math.max(best, score(model, row, set(code, 4)));
        }
        int at = i;
        int[] found =
            IntStream.range(0, paths.length(i)).map(a -> paths.feature(at, a)).sorted().toArray();
        exact += score(model, row, found) > best - 1e-4 ? 1 : 0;
      }
    }
    assertTrue(exact > 140, exact + " of 150 rows have the most probable set");
  }

  /** ln p(x | A) + Σ over its features of E ln π − E ln(1 − π), as the objective has it. */
  private static double score(BetaProcess.Model model, float[] row, int[] set) {
    double sum = logLikelihood(row, model.w(), set, model.variance());
    for (int k : set) {
      sum += model.objective().transitions().get(0, k);
    }
    return sum;
  }

  @Test
  void theLikelihoodOfNewRowsIsThatOfAllSets() {
    Matrix x = rows(100, 6, new double[] {.5, .3, .2}, 4, 2);
    BetaProcess.Model model = fit(BetaProcess.ofRows(3, 2), x);
    Matrix fresh = rows(10, 6, new double[] {.5, .3, .2}, 6, 4);
    PathPosterior posterior = model.posterior(Algebra.JAVA);
    double[] found = new PredictiveLikelihood(posterior, model.prior(7), 200_000).of(fresh);
    float[] row = new float[6];
    for (int i = 0; i < 10; i++) {
      fresh.getRow(i, row);
      double sum = 0;
      for (int code = 0; code < 8; code++) {
        double share = Math.exp(logLikelihood(row, model.w(), set(code, 3), VARIANCE));
        for (int k = 0; k < 3; k++) {
          double p = model.probability(k);
          share *= (code >> k & 1) == 1 ? p : 1 - p;
        }
        sum += share;
      }
      assertEquals(Math.log(sum), found[i], .03);
    }
  }

  /** Batches come near the fit to all rows, and give a model of the same size. */
  @Tag("whole")
  @Test
  void batchesFindTheSame() {
    Matrix x = rows(900, 12, new double[] {.5, .3, .2, .2}, 8, 0);
    List<Double> all = new ArrayList<>();
    List<Double> some = new ArrayList<>();
    Matrix fresh = rows(200, 12, new double[] {.5, .3, .2, .2}, 9, 0);
    for (long seed = 0; seed < 8; seed++) {
      all.add(mean(fit(BetaProcess.ofRows(8, seed), x), fresh));
      BetaProcess batches = new BetaProcess(8, 1, 1, 1, 1, 400, 200, 0, seed);
      some.add(mean(fit(batches, x), fresh));
    }
    double best = all.stream().mapToDouble(v -> v).max().orElseThrow();
    assertEquals(best, some.stream().mapToDouble(v -> v).max().orElseThrow(), .3);
  }

  private static double mean(BetaProcess.Model model, Matrix rows) {
    double[] values =
        new PredictiveLikelihood(model.posterior(Algebra.JAVA), model.prior(1), 2000).of(rows);
    return java.util.Arrays.stream(values).average().orElseThrow();
  }

  @Test
  void wrongNumbersAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> BetaProcess.ofRows(1, 0));
    Matrix x = rows(5, 6, new double[] {.5}, 1, 0);
    assertThrows(IllegalArgumentException.class, () -> fit(BetaProcess.ofRows(6, 0), x));
  }
}
