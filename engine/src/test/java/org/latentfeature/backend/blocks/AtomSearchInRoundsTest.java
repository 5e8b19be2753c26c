package org.latentfeature.backend.blocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.InRounds;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.AtomSearch.Sweeps;

/** The atom search in rounds: what it finds does not depend on where the rows are. */
final class AtomSearchInRoundsTest {

  private static final int RANK = 8;
  private static final AtomSearch.Limits LIMITS = new AtomSearch.Limits(24, RANK, 8, 32);
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(640, 20, 6, .5, 3);
  private static final int[] PARTS = {1, 2, 8, 32};

  /** Orders of rows that make parts as unlike, or as like, as they can be. */
  enum Order {
    RANDOM,
    SORTED,
    DUPLICATED,
    LARGE_ONES;

    Matrix of(Matrix x) {
      int n = x.rows();
      return switch (this) {
        case RANDOM -> x;
        case SORTED ->
            x.selectRows(
                IntStream.range(0, n)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> x.get(i, 0)))
                    .mapToInt(i -> i)
                    .toArray());
        case DUPLICATED -> x.selectRows(IntStream.range(0, n).map(i -> i / 20 * 20).toArray());
        case LARGE_ONES -> {
          Matrix spiked = x.selectRows(IntStream.range(0, n).toArray());
          for (int i = 0; i < n; i += 211) {
            for (int j = 0; j < x.cols(); j++) {
              spiked.set(i, j, 200 * x.get(i, j));
            }
          }
          yield spiked;
        }
      };
    }
  }

  /** A residual, which the convex fit leaves: less than the mean of the rows. */
  private static Matrix centred(Matrix x) {
    Matrix a = x.selectRows(IntStream.range(0, x.rows()).toArray());
    for (int j = 0; j < x.cols(); j++) {
      double mean = 0;
      for (int i = 0; i < x.rows(); i++) {
        mean += x.get(i, j) / x.rows();
      }
      for (int i = 0; i < x.rows(); i++) {
        a.set(i, j, (float) (x.get(i, j) - .9 * mean));
      }
    }
    return a;
  }

  /** Asks something of a search. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(AtomSearch search);
  }

  private static <T> T inRounds(Matrix x, int parts, Question<T> question) {
    return inRounds(x, parts, new AtomicLong(), question);
  }

  private static <T> T inRounds(Matrix x, int parts, AtomicLong rounds, Question<T> question) {
    InRounds provider = new InRounds(new ReferenceProvider(), parts, rounds);
    try (Backend backend = provider.open(Resources.ofThreads(1));
        Steps steps = Steps.open(backend, x, LIMITS)) {
      steps.replace(BinaryMatrix.empty(x.rows()));
      steps.residual(new Dense(0, x.cols()));
      return question.ask(steps.search());
    }
  }

  private static double inMemory(Matrix x) {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        Steps steps = Steps.open(backend, x, LIMITS)) {
      return steps.sweep(RANK, 1e-9, 1000, 7).value();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theObjectiveNeverFallsAndIsThatOfAnyNumberOfParts(Order order) {
    Matrix x = centred(order.of(PROBLEM.x()));
    double optimum = inMemory(x);
    List<Sweeps> all = new ArrayList<>();
    for (int parts : PARTS) {
      Sweeps sweeps = inRounds(x, parts, search -> search.sweep(RANK, 1e-7, 400, 7));
      List<Double> objectives = sweeps.objectives();
      for (int i = 1; i < objectives.size(); i++) {
        assertTrue(objectives.get(i) >= objectives.get(i - 1) * (1 - 1e-6), "sweep " + i + " fell");
      }
      assertEquals(optimum, sweeps.value(), 2e-3 * optimum, parts + " parts");
      all.add(sweeps);
    }
    for (Sweeps other : all) {
      int common = Math.min(all.get(0).objectives().size(), other.objectives().size());
      for (int i = 0; i < Math.min(20, common); i++) {
        double expected = all.get(0).objectives().get(i);
        assertEquals(expected, other.objectives().get(i), 1e-9 * expected, "sweep " + i);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void atomsHaveTheirScoresAndFlipsNeverLowerThem(Order order) {
    Matrix x = centred(order.of(PROBLEM.x()));
    for (int parts : PARTS) {
      List<List<ScoredAtom>> byPasses = new ArrayList<>();
      double bound =
          inRounds(
              x,
              parts,
              search -> {
                double value = search.sweep(RANK, 1e-6, 400, 7).value();
                for (int passes = 0; passes < 4; passes++) {
                  byPasses.add(search.round(32, 5, passes, 2));
                }
                return value;
              });
      for (List<ScoredAtom> atoms : byPasses) {
        assertEquals(atoms.size(), new HashSet<>(atoms).size(), "an atom twice");
        for (ScoredAtom atom : atoms) {
          assertEquals(score(x, atom.z()), atom.score(), 1e-5 * atom.score());
          assertTrue(atom.score() <= bound * (1 + 1e-3), "above the relaxation's value");
        }
      }
      for (int passes = 1; passes < byPasses.size(); passes++) {
        double before = byPasses.get(passes - 1).get(0).score();
        assertTrue(byPasses.get(passes).get(0).score() >= before * (1 - 1e-9), "a flip lowered it");
      }
    }
  }

  private static double score(Matrix a, BitVector z) {
    double score = 0;
    for (int j = 0; j < a.cols(); j++) {
      double sum = 0;
      for (int i = z.next(0); i < a.rows(); i = z.next(i + 1)) {
        sum += a.get(i, j);
      }
      score += sum * sum;
    }
    return score;
  }

  /**
   * Two sweeps, a rounding, two passes of flips, and the bits; sums of what was found are known.
   */
  @Test
  void aGreedyStepTakesTheRoundsThatItSays() {
    AtomicLong rounds = new AtomicLong();
    inRounds(
        centred(PROBLEM.x()),
        4,
        rounds,
        search -> {
          rounds.set(0);
          search.sweep(RANK, 1e-9, 2, 7, new AtomSearch.Rounding(32, 2));
          assertEquals(3, rounds.get());
          List<ScoredAtom> atoms = search.choose(8, 2);
          assertEquals(6, rounds.get());
          double norm = search.squaredNorm();
          Dense sums = search.sums(List.of(atoms.get(0).z()));
          assertEquals(atoms.get(0).score(), sums.squaredNorm(), 1e-9 * sums.squaredNorm());
          assertEquals(6, rounds.get());
          Dense other = search.sums(List.of(BitVector.ones(640), atoms.get(1).z()));
          assertEquals(7, rounds.get());
          assertEquals(atoms.get(1).score(), other.rowDot(1, other, 1), 1e-9 * norm);
          return norm;
        });
  }

  /** As good as single flips, row after row. */
  @Test
  void atomsAreAsGoodAsInMemory() {
    for (long seed = 0; seed < 5; seed++) {
      Matrix x = centred(SyntheticProblem.dense(640, 20, 6, .5, 100 + seed).x());
      double best;
      try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
          Steps steps = Steps.open(backend, x, LIMITS)) {
        steps.sweep(RANK, 1e-3, 100, 7);
        best = steps.round(32, 8, 20, 2).get(0).score();
      }
      double found =
          inRounds(
              x,
              8,
              search -> {
                search.sweep(RANK, 1e-3, 4, 7);
                return search.round(32, 8, 3, 2).get(0).score();
              });
      assertTrue(found >= .99 * best, found + " of " + best);
    }
  }

  @Test
  void atomsThatAreGivenArePolished() {
    Matrix x = centred(PROBLEM.x());
    List<BitVector> given = PROBLEM.z().columns().subList(0, 3);
    List<ScoredAtom> polished = inRounds(x, 4, search -> search.polish(given, 5));
    double best = given.stream().mapToDouble(z -> score(x, z)).max().orElseThrow();
    assertTrue(polished.get(0).score() > best, "flips of true features gain something");
  }

  @Test
  void noPartKeepsVectors() {
    UnsupportedOperationException refused =
        assertThrows(
            UnsupportedOperationException.class,
            () ->
                inRounds(
                    PROBLEM.x(),
                    2,
                    search -> {
                      search.sweep(RANK, 1e-3, 2, 7);
                      return search.vectors().toDense();
                    }));
    assertTrue(String.valueOf(refused.getMessage()).contains("kept nowhere"));
  }

  /** Rows of zeros have no vector; a residual of zeros has the objective 0. */
  @Test
  void zerosAreNoTrouble() {
    Matrix x = Matrix.allocate(70, 5);
    double none = inRounds(x, 3, search -> search.sweep(4, 1e-3, 5, 1).value());
    assertEquals(0, none);
    List<ScoredAtom> empty =
        inRounds(
            x,
            3,
            search -> {
              search.sweep(4, 1e-3, 5, 1);
              return search.round(4, 2, 5, 1);
            });
    assertEquals(List.of(), empty);
    x.set(3, 2, 5f);
    List<ScoredAtom> one =
        inRounds(
            x,
            3,
            search -> {
              search.sweep(4, 1e-3, 5, 1);
              return search.round(4, 2, 5, 1);
            });
    boolean[] expected = new boolean[70];
    expected[3] = true;
    assertEquals(List.of(new ScoredAtom(BitVector.of(expected), 25)), one);
    double[] sums = inRounds(x, 3, search -> search.powerStep(new Dense(2, 5)).values());
    assertArrayEquals(new double[10], sums);
  }
}
