package org.latentfeature.backend.blocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.Rounding;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Opened;

/**
 * The atom search on rows that are read again for every call comes to what it finds in memory, on
 * as few readings as it says.
 */
final class StreamedAtomSearchTest {

  private static final int RANK = 8;
  private static final AtomSearch.Limits LIMITS = new AtomSearch.Limits(24, RANK, 8, 32);

  /** Six blocks of the fewest rows there can be. */
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(331, 23, 5, .3, 3);

  /** The residual of two of the true features. */
  private static final BinaryMatrix Z = PROBLEM.z().select(new int[] {0, 3});

  private static final Dense V = PROBLEM.w().selectRows(new int[] {0, 3});

  /** Asks something of the search on a file. */
  @FunctionalInterface
  private interface Question {
    void ask(AtomSearch search, FileRows file);
  }

  private static void onFile(Question question) {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        FileRows file = new FileRows(new MatrixBlocks(PROBLEM.x()), 1, WorkListener.SILENT);
        LoadedData data = new LoadedData(backend, file);
        Opened opened =
            new Opened(
                data.rows(List.of(LIMITS, new Incidence.Limits(24)), StopSignal.NEVER),
                StopSignal.NEVER)) {
      Incidence codes = opened.open(new Incidence.Limits(24));
      AtomSearch search = opened.open(LIMITS);
      codes.replace(Z);
      search.residual(codes, V);
      // Z may change once its residual is taken.
      codes.replace(BinaryMatrix.empty(PROBLEM.x().rows()));
      question.ask(search, file);
    }
  }

  private static Steps inMemory(Backend backend) {
    Steps steps = Steps.open(backend, PROBLEM.x(), LIMITS);
    steps.replace(Z);
    steps.residual(V);
    return steps;
  }

  private static Matrix residual() {
    Matrix x = PROBLEM.x();
    Matrix a = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.cols(); j++) {
        double rest = x.get(i, j);
        for (int k = 0; k < Z.cols(); k++) {
          rest -= Z.get(i, k) ? V.get(k, j) : 0;
        }
        a.set(i, j, (float) rest);
      }
    }
    return a;
  }

  private static double score(BitVector z) {
    Matrix a = residual();
    double score = 0;
    for (int j = 0; j < a.cols(); j++) {
      double sum = 0;
      for (int i = 0; i < a.rows(); i++) {
        sum += z.get(i) ? a.get(i, j) : 0;
      }
      score += sum * sum;
    }
    return score;
  }

  @Test
  void aGreedyStepReadsTheRowsFourTimes() {
    onFile(
        (search, file) -> {
          long before = file.passes();
          search.sweep(RANK, 1e-3, 1, 7, new Rounding(32, 2));
          List<ScoredAtom> atoms = search.choose(8, 2);
          double norm = search.squaredNorm();
          Dense sums = search.sums(List.of(atoms.get(0).z(), atoms.get(0).z()));
          assertEquals(atoms.get(0).score(), sums.rowDot(1, sums, 1), 1e-9 * atoms.get(0).score());
          assertEquals(4, file.passes() - before);
          assertTrue(norm > 0 && !atoms.isEmpty());
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50})
  void sweepsComeToTheObjectiveInMemory(int sweeps) {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        Steps steps = inMemory(backend)) {
      double expected = steps.sweep(RANK, 1e-9, sweeps, 7).value();
      double norm = steps.search().squaredNorm();
      onFile(
          (search, file) -> {
            assertEquals(norm, search.squaredNorm(), 1e-6 * norm);
            List<Double> found = search.sweep(RANK, 1e-9, sweeps, 7).objectives();
            assertEquals(
                expected, found.get(found.size() - 1), (sweeps == 1 ? .05 : .002) * expected);
            for (int i = 1; i < found.size(); i++) {
              assertTrue(found.get(i) > .999 * found.get(i - 1), "sweep " + i + " fell: " + found);
            }
          });
    }
  }

  @Test
  void roundedAtomsHaveTheirScores() {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        Steps steps = inMemory(backend)) {
      steps.sweep(RANK, 1e-3, 100, 7);
      double best = steps.round(32, 8, 20, 2).get(0).score();
      onFile(
          (search, file) -> {
            search.sweep(RANK, 1e-3, 1, 7, new Rounding(32, 2));
            List<ScoredAtom> fused = search.choose(8, 2);
            List<ScoredAtom> apart = search.round(32, 8, 2, 2);
            search.sweep(RANK, 1e-3, 1, 7, new Rounding(32, 2));
            List<ScoredAtom> rounded = search.choose(8, 0);
            for (List<ScoredAtom> atoms : List.of(fused, apart, rounded)) {
              Set<BitVector> distinct = new HashSet<>();
              for (ScoredAtom atom : atoms) {
                assertEquals(score(atom.z()), atom.score(), 1e-5 * atom.score());
                assertTrue(distinct.add(atom.z()));
              }
              assertTrue(atoms.get(0).score() >= atoms.get(atoms.size() - 1).score());
            }
            assertTrue(fused.get(0).score() >= .99 * best, fused.get(0).score() + " of " + best);
            assertTrue(apart.get(0).score() >= .99 * best, apart.get(0).score() + " of " + best);
            assertTrue(fused.get(0).score() >= rounded.get(0).score());
          });
    }
  }

  /** Flips go through the rows in their order, in memory as in a file. */
  @Test
  void polishingFlipsTheSameRows() {
    List<BitVector> atoms = List.of(Z.columns().get(1), PROBLEM.z().columns().get(2));
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        Steps steps = inMemory(backend)) {
      List<ScoredAtom> expected = steps.polish(atoms, 3);
      onFile(
          (search, file) -> {
            List<ScoredAtom> found = search.polish(atoms, 3);
            assertEquals(
                expected.stream().map(ScoredAtom::z).toList(),
                found.stream().map(ScoredAtom::z).toList());
            assertEquals(
                expected.get(0).score(), found.get(0).score(), 1e-9 * found.get(0).score());
          });
    }
  }

  /** All vectors at once are a sum over blocks, on one reading. */
  @Test
  void turnedVectorsAreThoseInMemory() {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        Steps steps = inMemory(backend)) {
      steps.sweep(RANK, 1e-3, 3, 7);
      Dense sums = steps.search().vectors().sums().sums();
      double[] expected = steps.search().powerStep(sums).values();
      onFile(
          (search, file) -> {
            long before = file.passes();
            assertArrayEquals(expected, search.powerStep(sums).values(), 1e-6);
            assertEquals(1, file.passes() - before);
          });
    }
  }

  /** ‖BᵀV‖² of the vectors that it returns is the objective that it tells. */
  @Test
  void vectorsAreRemade() {
    onFile(
        (search, file) -> {
          double told = search.sweep(RANK, 1e-9, 20, 7).value();
          Dense v = search.vectors().toDense();
          Matrix a = residual();
          double objective = 0;
          for (int k = 0; k < RANK; k++) {
            for (int j = 0; j < a.cols(); j++) {
              double sum = 0;
              for (int i = 0; i < a.rows(); i++) {
                sum += .5 * a.get(i, j) * (v.get(i, k) + v.get(a.rows(), k));
              }
              objective += sum * sum;
            }
          }
          assertEquals(told, objective, 1e-2 * told);
          for (int i = 0; i < v.rows(); i++) {
            assertEquals(1, v.rowNorm(i), 1e-6);
          }
        });
  }
}
