package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;

/**
 * The search on threads that share columns (three slices of these at most) and rows (three chunks,
 * the last of them with a part of a word).
 */
class SearchThreadsTest {

  private static final Matrix X = SyntheticProblem.dense(1100, 790, 6, 1, 1).x();
  private static final AtomSearch.Limits LIMITS = new AtomSearch.Limits(8, 8, 8, 32);

  private record Found(List<Double> objectives, List<ScoredAtom> atoms, List<Double> sums) {}

  private static Found search(int threads) {
    try (Backend backend = new OpenBlasProvider().open(Resources.ofThreads(threads));
        Steps steps = Steps.open(backend, X, LIMITS)) {
      AtomSearch search = steps.search();
      List<Double> objectives = search.sweep(8, 1e-4, 20, 3).objectives();
      List<ScoredAtom> atoms = search.round(32, 8, 20, 4);
      double[] sums = search.sums(atoms.stream().map(ScoredAtom::z).toList()).values();
      return new Found(objectives, atoms, DoubleStream.of(sums).boxed().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void moreThreadsFindWhatOneFinds(int threads) {
    Found one = search(1);
    Found more = search(threads);
    assertEquals(one.objectives.size(), more.objectives.size());
    for (int i = 0; i < one.objectives.size(); i++) {
      assertEquals(one.objectives.get(i), more.objectives.get(i), 1e-5 * one.objectives.get(i));
    }
    double best = one.atoms.get(0).score();
    assertEquals(best, more.atoms.get(0).score(), 1e-3 * best);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theSameThreadsGiveTheSameBits(int threads) {
    Found first = search(threads);
    for (int repeat = 0; repeat < 3; repeat++) {
      Found again = search(threads);
      assertEquals(first.objectives, again.objectives);
      assertEquals(first.atoms, again.atoms);
      assertEquals(first.sums, again.sums);
    }
  }

  /** Enough columns that threads share the rows. */
  private static List<Double> residual(int threads) {
    int k = 40;
    BinaryMatrix z = SyntheticProblem.dense(X.rows(), k, k, 1, 2).z();
    Dense v = new Dense(k, X.cols());
    Arrays.setAll(v.values(), i -> CounterRandom.normal(5, i, 0));
    AtomSearch.Limits limits = new AtomSearch.Limits(k, 8, 8, 32);
    try (Backend backend = new OpenBlasProvider().open(Resources.ofThreads(threads));
        Steps steps = Steps.open(backend, X, limits)) {
      steps.replace(z);
      List<Double> found = new ArrayList<>(List.of(steps.residual(v)));
      for (double sum : steps.search().sums(z.columns().subList(0, 8)).values()) {
        found.add(sum);
      }
      return found;
    }
  }

  @Test
  void moreThreadsHaveTheResidualOfOne() {
    List<Double> one = residual(1);
    for (int threads : new int[] {2, 3}) {
      List<Double> more = residual(threads);
      assertEquals(one.size(), more.size());
      for (int i = 0; i < one.size(); i++) {
        assertEquals(one.get(i), more.get(i), 1e-5 * one.get(0) / 1000, "entry " + i);
      }
    }
  }

  @Test
  void aStopEndsAllThreads() {
    AtomicInteger asked = new AtomicInteger();
    StopSignal late = () -> asked.incrementAndGet() > 30;
    try (Backend backend = new OpenBlasProvider().open(Resources.ofThreads(2));
        ResidentRows rows = backend.load(X, 0, StopSignal.NEVER);
        Incidence codes = rows.open(new Incidence.Limits(8), StopSignal.NEVER);
        AtomSearch search = rows.open(LIMITS, late)) {
      assertThrows(
          StoppedException.class,
          () -> {
            search.residual(codes, new Dense(0, X.cols()));
            search.sweep(8, 0, 1000, 3);
          });
    }
    assertTrue(asked.get() > 30, "asked " + asked.get());
  }
}
