package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/** Candidates by gain beside those by score. */
final class GainAtomsTest {

  private static final LassoOptions OPTIONS = LassoOptions.of(9);

  /** Nine features, each of which a twentieth of the rows has. */
  private static final SyntheticProblem RARE =
      new DenseProblem(
              300, 60, 9, .5, Prevalence.of("0.05"), FeatureDependence.NONE, NoiseShape.EQUAL, 3)
          .inMemory();

  /** What a search finds in X of which {@code known} features are explained. */
  private record Found(List<ScoredAtom> byScore, List<ScoredAtom> byGain) {

    static Found in(Matrix x, BinaryMatrix known, int count) {
      FitMonitor monitor = new FitMonitor(FitListener.SILENT, null);
      try (Backend backend = Backends.open("java", 1).backend();
          LoadedData data = new LoadedData(backend, x);
          LassoSteps steps =
              new LassoSteps(
                  data.rows(List.of(), StopSignal.NEVER),
                  LassoSteps.Room.of(OPTIONS),
                  StopSignal.NEVER)) {
        CodeRefinement refinement =
            new CodeRefinement(data, steps.rows, steps.factorisation, steps.codes, any -> {});
        Factors from = refinement.fit(known);
        steps.search().residual(refinement.resident(from), from.w());
        List<ScoredAtom> byScore =
            new GreedyAtom(steps::search, OPTIONS.search(), 1, monitor).search().atoms();
        GainAtoms gains = new GainAtoms(steps, refinement, OPTIONS.search(), 1, monitor);
        return new Found(byScore, gains.search(from, byScore, count));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 8})
  void theAtomOfLargestGainIsTheFeatureThatFewRowsHave(int missing) {
    Found found = Found.in(RARE.x(), RARE.z().without(missing), 3);
    BitVector truth = RARE.z().column(missing);
    assertTrue(truth.distance(found.byGain().get(0).z()) <= 1);
    for (ScoredAtom atom : found.byScore()) {
      assertTrue(truth.distance(atom.z()) > 50, "found by score too: the test shows nothing");
    }
  }

  @Test
  void theGainIsTheirScoreByTheirRowsAndNotBelowThatOfTheAtomsByScore() {
    Found found = Found.in(RARE.x(), BinaryMatrix.empty(300), 20);
    double last = Double.POSITIVE_INFINITY;
    for (ScoredAtom atom : found.byGain()) {
      assertEquals(gain(atom.z()), atom.score(), 1e-4 * atom.score());
      assertTrue(atom.score() <= last, "best first");
      last = atom.score();
    }
    double best = found.byGain().get(0).score();
    for (ScoredAtom atom : found.byScore()) {
      assertTrue(best >= (1 - 1e-6) * gain(atom.z()));
    }
    List<BitVector> atoms = found.byGain().stream().map(ScoredAtom::z).toList();
    assertEquals(atoms.size(), new HashSet<>(atoms).size());
    assertFalse(atoms.contains(BitVector.of(new boolean[300])));
  }

  private static double gain(BitVector z) {
    Dense sum = new Dense(1, RARE.x().cols());
    for (int i = 0; i < z.length(); i++) {
      for (int j = 0; z.get(i) && j < sum.cols(); j++) {
        sum.set(0, j, sum.get(0, j) + RARE.x().get(i, j));
      }
    }
    return sum.squaredNorm() / (z.count() + 2);
  }

  @Test
  void aResidualOfZerosHasNone() {
    assertEquals(List.of(), Found.in(Matrix.allocate(40, 5), BinaryMatrix.empty(40), 3).byGain());
  }
}
