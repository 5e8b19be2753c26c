package org.latentfeature.admixture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.admixture.AdmixtureOptions.Method;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.data.AlleleCounts;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.metrics.DictionaryError;

class AdmixtureTest {

  private static final int K = 3;

  private static AdmixtureProblem.Drawn drawn(int loci, int individuals, long seed) {
    return new AdmixtureProblem(loci, individuals, K, .3, .2, seed).draw();
  }

  /** One genotype in ten is missing. */
  private static AlleleCounts gaps(AdmixtureProblem.Drawn drawn) {
    return drawn.counts().without((i, j) -> CounterRandom.uniform(5, i, j) < .1);
  }

  private static AdmixtureEstimate fit(AlleleCounts counts, AdmixtureOptions options) {
    return fit(counts, options, 1, StopSignal.NEVER);
  }

  private static AdmixtureEstimate fit(
      AlleleCounts counts, AdmixtureOptions options, int threads, StopSignal stop) {
    try (Backend backend = Backends.open("java", threads).backend()) {
      return Admixture.fit(counts, options, backend, WorkListener.SILENT, stop);
    }
  }

  private static double error(AdmixtureProblem.Drawn drawn, AdmixtureEstimate found) {
    return DictionaryError.of(drawn.w(), found.shares());
  }

  /** The definition in plain loops. */
  private static double logLikelihood(AlleleCounts counts, AdmixtureEstimate at) {
    double sum = 0;
    for (int j = 0; j < counts.loci(); j++) {
      for (int i = 0; i < counts.individuals(); i++) {
        int g = counts.get(i, j);
        if (g != AlleleCounts.MISSING) {
          double f = at.probability(i, j);
          sum += g * Math.log(f) + (2 - g) * Math.log(1 - f);
        }
      }
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void theLogLikelihoodIsThatOfItsDefinition(Method method) {
    AlleleCounts counts = gaps(drawn(211, 23, 1));
    AdmixtureEstimate found = fit(counts, AdmixtureOptions.of(K).withMethod(method));
    double expected = logLikelihood(counts, found);
    assertEquals(expected, found.logLikelihood(), 1e-9 * Math.abs(expected));
    for (int i = 0; i < 23; i++) {
      double sum = 0;
      for (int a = 0; a < K; a++) {
        assertTrue(found.shares().get(a, i) >= .99 * AlternatingRounds.LEAST);
        sum += found.shares().get(a, i);
      }
      assertEquals(1, sum, 1e-9);
    }
    for (double z : found.frequencies().values()) {
      assertTrue(z >= AlternatingRounds.LEAST && z <= 1 - AlternatingRounds.LEAST);
    }
  }

  /** One population has the frequencies that are counted. */
  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"ML", "ALS"})
  void ofOnePopulationTheFrequenciesAreMeans(Method method) {
    AlleleCounts counts = gaps(drawn(40, 30, 2));
    AdmixtureEstimate found = fit(counts, AdmixtureOptions.of(1).withMethod(method));
    for (int j = 0; j < 40; j++) {
      double sum = 0;
      int known = 0;
      for (int i = 0; i < 30; i++) {
        if (counts.get(i, j) != AlleleCounts.MISSING) {
          sum += counts.get(i, j) / 2.;
          known++;
        }
      }
      double mean =
          Math.min(1 - AlternatingRounds.LEAST, Math.max(AlternatingRounds.LEAST, sum / known));
      assertEquals(mean, found.frequencies().get(j, 0), 1e-9);
    }
  }

  /** Unadmixed individuals with fixed alleles have one share of 1. */
  @Test
  void fixedAllelesSeparate() {
    Matrix x = Matrix.allocate(6, 40);
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 40; j++) {
        x.set(i, j, (i < 3) == (j % 2 == 0) ? 2 : 0);
      }
    }
    AdmixtureEstimate found = fit(AlleleCounts.of(x, "x"), AdmixtureOptions.of(2));
    int first = found.shares().get(0, 0) > .5 ? 0 : 1;
    for (int i = 0; i < 6; i++) {
      assertEquals(i < 3 ? 1 : 0, found.shares().get(first, i), 1e-4);
    }
    assertEquals(0, found.logLikelihood(), .05);
  }

  @ParameterizedTest
  @EnumSource(AlleleLoss.class)
  void noRoundLowersTheSum(AlleleLoss loss) {
    AlleleCounts counts = gaps(drawn(150, 31, 3));
    AlternatingRounds ascent = new AlternatingRounds(counts, 4, loss, 2, StopSignal.NEVER);
    Dense shares = Simplex.random(4, 31, new RandomStream(1, "shares"));
    Dense halves = new Dense(150, 4);
    Arrays.fill(halves.values(), .5);
    Ancestry at = new Ancestry(halves, shares, Double.NEGATIVE_INFINITY);
    for (int round = 0; round < 40; round++) {
      Ancestry next = ascent.round(at);
      assertTrue(next.value() >= at.value() - 1e-9, next.value() + " after " + at.value());
      assertEquals(ascent.value(next), next.value(), 1e-8);
      at = next;
    }
    double squares = 0;
    for (int j = 0; j < 150; j++) {
      for (int i = 0; i < 31; i++) {
        int g = counts.get(i, j);
        double f = 0;
        for (int a = 0; a < 4; a++) {
          f += at.frequencies().get(j, a) * at.shares().get(a, i);
        }
        // Of the two alleles: both counted, one, or none.
        double one = (1 - f) * (1 - f);
        double none = f * f;
        squares -= g < 0 ? 0 : g == 2 ? one : g == 1 ? (one + none) / 2 : none;
      }
    }
    if (loss == AlleleLoss.SQUARES) {
      assertEquals(squares, at.value(), 1e-8);
    }
  }

  /** Karush, Kuhn and Tucker: no slope within the bounds, and none inwards from them. */
  @Test
  void theOptimumHasNoSlope() {
    AlleleCounts counts = gaps(drawn(120, 40, 4));
    AdmixtureEstimate at =
        fit(counts, AdmixtureOptions.of(K).withTolerance(1e-10).withRounds(20_000));
    assertTrue(at.converged());
    double[][] ofShares = new double[40][K];
    for (int j = 0; j < 120; j++) {
      double[] slope = new double[K];
      for (int i = 0; i < 40; i++) {
        int g = counts.get(i, j);
        double f = at.probability(i, j);
        double s = g < 0 ? 0 : g / f - (2 - g) / (1 - f);
        for (int a = 0; a < K; a++) {
          slope[a] += s * at.shares().get(a, i);
          ofShares[i][a] += s * at.frequencies().get(j, a);
        }
      }
      for (int a = 0; a < K; a++) {
        double z = at.frequencies().get(j, a);
        double up = z < 1 - 1.01 * AlternatingRounds.LEAST ? slope[a] : Math.min(0, slope[a]);
        double wrong = z > 1.01 * AlternatingRounds.LEAST ? up : Math.max(0, up);
        assertEquals(0, wrong, .02, "frequency " + j + ", " + a + " at " + z);
      }
    }
    for (int i = 0; i < 40; i++) {
      double steepest = Arrays.stream(ofShares[i]).max().orElseThrow();
      for (int a = 0; a < K; a++) {
        if (at.shares().get(a, i) > 1.01 * AlternatingRounds.LEAST) {
          assertEquals(steepest, ofShares[i][a], .02, "share " + a + " of " + i);
        }
      }
    }
  }

  /** No other point of a grid is more likely for one individual whose frequencies are known. */
  @Test
  void sharesAreTheBestOfAGrid() {
    AdmixtureProblem.Drawn drawn = drawn(60, 12, 6);
    AlleleCounts counts = drawn.counts();
    AdmixtureEstimate at =
        fit(counts, AdmixtureOptions.of(K).withTolerance(1e-10).withRounds(20_000));
    for (int i = 0; i < 12; i++) {
      double found = ofIndividual(counts, at, i, at.shares().get(0, i), at.shares().get(1, i));
      for (int a = 0; a <= 50; a++) {
        for (int b = 0; a + b <= 50; b++) {
          assertTrue(ofIndividual(counts, at, i, a / 50., b / 50.) <= found + 1e-2);
        }
      }
    }
  }

  private static double ofIndividual(
      AlleleCounts counts, AdmixtureEstimate at, int i, double first, double second) {
    double sum = 0;
    for (int j = 0; j < counts.loci(); j++) {
      double f =
          first * at.frequencies().get(j, 0)
              + second * at.frequencies().get(j, 1)
              + (1 - first - second) * at.frequencies().get(j, 2);
      int g = counts.get(i, j);
      sum += g * Math.log(f) + (2 - g) * Math.log(1 - f);
    }
    return sum;
  }

  @Test
  void maximumLikelihoodIsNoFurtherFromTheTruthThanLeastSquares() {
    double likelihood = 0;
    double squares = 0;
    for (long seed = 0; seed < 3; seed++) {
      AdmixtureProblem.Drawn drawn = drawn(400, 200, 10 + seed);
      AdmixtureEstimate ml = fit(gaps(drawn), AdmixtureOptions.of(K));
      AdmixtureEstimate als = fit(gaps(drawn), AdmixtureOptions.of(K).withMethod(Method.ALS));
      assertTrue(ml.logLikelihood() > als.logLikelihood());
      assertTrue(error(drawn, ml) < 5e-3, "error " + error(drawn, ml));
      likelihood += error(drawn, ml);
      squares += error(drawn, als);
    }
    assertTrue(likelihood <= squares, likelihood + " and " + squares);
  }

  /** What is missing is left out, not taken for a count. */
  @Test
  void missingGenotypesHaveNoPart() {
    AdmixtureProblem.Drawn drawn = drawn(800, 40, 7);
    AlleleCounts counts =
        drawn.counts().without((i, j) -> CounterRandom.uniform(8, i, j) < (i < 10 ? .6 : 0));
    double error = error(drawn, fit(counts, AdmixtureOptions.of(K)));
    assertTrue(error < 5e-3, "error " + error);
  }

  @Test
  void theBestOfManyStartsIsKept() {
    AlleleCounts counts = drawn(40, 20, 9).counts();
    AdmixtureOptions one = AdmixtureOptions.of(6).withTolerance(1e-3);
    AdmixtureEstimate first = fit(counts, one);
    AdmixtureEstimate many = fit(counts, one.withStarts(6));
    assertTrue(many.logLikelihood() > first.logLikelihood() + 1e-3);
    assertTrue(fit(counts, one.withSeed(1)).logLikelihood() != first.logLikelihood());
  }

  /** A limit is kept wherever it falls, and the last round before it counts. */
  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"ML", "ALS"})
  void theLimitOfRoundsIsKept(Method method) {
    AlleleCounts counts = gaps(drawn(120, 25, 15));
    AdmixtureOptions options = AdmixtureOptions.of(K).withMethod(method).withTolerance(1e-12);
    double before = Double.NEGATIVE_INFINITY;
    for (int rounds = 1; rounds < 9; rounds++) {
      AdmixtureEstimate found = fit(counts, options.withRounds(rounds));
      assertEquals(rounds, found.rounds());
      assertFalse(found.converged());
      if (method == Method.ML) {
        assertTrue(found.logLikelihood() >= before - 1e-9);
        // The third of three rounds may end lower, after an extrapolation, and is then left out.
        assertTrue(found.logLikelihood() > before || rounds % 3 == 1);
        before = found.logLikelihood();
      }
    }
  }

  /** Of a locus with one known genotype some fold has none. */
  @ParameterizedTest
  @EnumSource(Method.class)
  void aFoldMayHaveAllOfALocus(Method method) {
    AlleleCounts counts = drawn(3_000, 20, 16).counts().without((i, j) -> j == 0 && i != 3);
    try (Backend backend = Backends.open("java", 1).backend()) {
      double error =
          CrossValidation.error(
              counts,
              AdmixtureOptions.of(2).withMethod(method).withRounds(20),
              2,
              backend,
              WorkListener.SILENT,
              StopSignal.NEVER);
      assertTrue(error > .2 && error < 2, "error " + error);
    }
  }

  @Test
  void theSeedDecidesAllBits() {
    AlleleCounts counts = gaps(drawn(300, 50, 11));
    AdmixtureOptions options = AdmixtureOptions.of(K).withSeed(4);
    for (int threads = 1; threads < 4; threads++) {
      AdmixtureEstimate one = fit(counts, options, threads, StopSignal.NEVER);
      AdmixtureEstimate again = fit(counts, options, threads, StopSignal.NEVER);
      assertEquals(
          Arrays.toString(one.shares().values()), Arrays.toString(again.shares().values()));
      assertEquals(one.logLikelihood(), again.logLikelihood());
    }
  }

  @Test
  void aStoppedFitKeepsWhatItHas() {
    AlleleCounts counts = drawn(200, 30, 12).counts();
    int[] checks = new int[1];
    AdmixtureEstimate soFar =
        fit(counts, AdmixtureOptions.of(K).withTolerance(1e-12), 1, () -> checks[0]++ > 8_000);
    assertTrue(!soFar.converged() && soFar.rounds() > 0);
    assertThrows(StoppedException.class, () -> fit(counts, AdmixtureOptions.of(K), 1, () -> true));
  }

  @Tag("whole")
  @Test
  void crossValidationPicksTheNumberOfPopulations() {
    AlleleCounts counts = gaps(new AdmixtureProblem(1000, 60, K, .2, .3, 13).draw());
    double[] errors = new double[6];
    try (Backend backend = Backends.open("java", 2).backend()) {
      for (int k = 1; k < 6; k++) {
        errors[k] =
            CrossValidation.error(
                counts, AdmixtureOptions.of(k), 5, backend, WorkListener.SILENT, StopSignal.NEVER);
      }
    }
    for (int k = 1; k < 6; k++) {
      assertTrue(k == K || errors[k] > errors[K], Arrays.toString(errors));
    }
  }

  /** Of the best prediction of one population, g ln(g/2f) + … is that of the paper. */
  @Test
  void devianceOfAGenotype() {
    assertEquals(2 * Math.log(2), CrossValidation.deviance(2, .5), 1e-12);
    assertEquals(2 * Math.log(2), CrossValidation.deviance(0, .5), 1e-12);
    assertEquals(0, CrossValidation.deviance(1, .5), 1e-12);
    assertEquals(Math.log(1 / .5) + Math.log(1 / 1.5), CrossValidation.deviance(1, .25), 1e-12);
  }

  @Test
  void whatCannotBeFittedIsNamed() {
    AlleleCounts counts = drawn(10, 5, 14).counts();
    refused("there are 5 individuals for 6", counts, 6);
    refused("locus 3 has no known genotype", counts.without((i, j) -> j == 2), K);
    refused("individual 2 has no known genotype", counts.without((i, j) -> i == 1), K);
    assertThrows(IllegalArgumentException.class, () -> AdmixtureOptions.of(0));
  }

  /** Fixed alleles of two populations have a moment of rank 2. */
  @Test
  void aMomentOfLowerRankHasFewerPopulations() {
    Matrix x = Matrix.allocate(6, 40);
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 40; j++) {
        x.set(i, j, (i < 3) == (j % 2 == 0) ? 2 : 0);
      }
    }
    AdmixtureOptions options = AdmixtureOptions.of(4).withMethod(Method.EIGENPAIRS);
    String message =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class, () -> fit(AlleleCounts.of(x, "x"), options))
                .getMessage());
    assertTrue(message.contains("eigenvalue 3 of the second moment"), message);
    assertTrue(message.contains("pass fewer populations"), message);
  }

  private static void refused(String words, AlleleCounts counts, int k) {
    String message =
        String.valueOf(
            assertThrows(DataException.class, () -> fit(counts, AdmixtureOptions.of(k)))
                .getMessage());
    assertTrue(message.contains(words), message);
  }
}
