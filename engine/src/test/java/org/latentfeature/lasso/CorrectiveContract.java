package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.factor.PreparedData;
import org.latentfeature.lasso.LassoOptions.Corrective;

/** The three corrective solvers on one set of atoms of a syn2 problem. */
public abstract class CorrectiveContract extends LassoContract {

  private static final double FINE = 1e-6;

  private static final SyntheticProblem PROBLEM = SyntheticProblem.generate("syn2", 3);

  /** See {@link LassoContract}. */
  protected CorrectiveContract(BackendProvider provider) {
    super(provider);
  }

  /** The true features, each again with 5 % of its entries flipped, and six of pure chance. */
  private static List<BitVector> atoms() {
    List<BitVector> atoms = new ArrayList<>(PROBLEM.z().columns());
    for (int k = 0; k < 20; k++) {
      boolean[] ones = new boolean[PROBLEM.z().rows()];
      for (int i = 0; i < ones.length; i++) {
        boolean flip = CounterRandom.uniform(k, i, 0) < (k < 14 ? .05 : .5);
        ones[i] = PROBLEM.z().get(i, k % 14) ^ flip;
      }
      atoms.add(BitVector.of(ones));
    }
    return atoms;
  }

  private AtomWeights problem() {
    try (LoadedData data = new LoadedData(backend, PROBLEM.x());
        LassoSteps s = steps(data)) {
      AtomSet set = new AtomSet(s.rows, s.factorisation, s.atoms());
      set.add(atoms());
      double squaredNorm = PROBLEM.x().facts().squaredNorm();
      double mu = PenaltySequence.first(s, 14, PreparedData.of(data, StopSignal.NEVER).rows());
      return new AtomWeights(backend.algebra(), set, squaredNorm, PROBLEM.x().rows(), mu);
    }
  }

  @Test
  void theSolversAgree() {
    AtomWeights problem = problem();
    double newton = Double.NaN;
    for (Corrective kind : Corrective.values()) {
      double[] c =
          CorrectiveStep.of(kind)
              .solve(problem, new double[problem.size()], FINE, StopSignal.NEVER);
      AtomWeights.Point point = problem.at(c);
      // Newton comes first; the others are compared with it.
      newton = kind == Corrective.NEWTON ? point.objective() : newton;
      assertEquals(newton, point.objective(), 1e-5 * newton, kind.toString());
      double violation = problem.violation(c, point.derivatives().gradient);
      // Descent by rows stops when its weights stand still, not by the gradient.
      double allowed = kind == Corrective.BCD ? 1e-4 : 2 * FINE;
      assertTrue(violation <= allowed, kind + " is " + violation + " from optimal");
      int present = 0;
      for (double weight : c) {
        assertTrue(weight >= 0, () -> kind + ": weight " + weight);
        present += weight > 0 ? 1 : 0;
      }
      assertTrue(present >= 14 && present < c.length, kind + " keeps " + present);
    }
  }

  /** Also from weights of the wrong sizes, and when asked for little accuracy. */
  @ParameterizedTest
  @EnumSource
  void noneRaisesTheObjective(Corrective kind) {
    AtomWeights problem = problem();
    double[] optimum =
        new ProjectedNewton().solve(problem, new double[problem.size()], FINE, StopSignal.NEVER);
    for (double factor : new double[] {0, .1, 1, 10}) {
      double[] start = new double[problem.size()];
      for (int k = 0; k < start.length; k++) {
        start[k] = factor * (optimum[k] + .1 * optimum[k % 14]);
      }
      double before = problem.at(start).objective();
      for (double tolerance : new double[] {.5, 1e-2}) {
        double[] c = CorrectiveStep.of(kind).solve(problem, start, tolerance, StopSignal.NEVER);
        double after = problem.at(c).objective();
        assertTrue(after <= before * (1 + 1e-12), before + " rose to " + after);
        assertEquals(before, problem.at(start).objective(), 0, "start is left as it is");
        assertEquals(start.length, c.length);
      }
    }
  }
}
