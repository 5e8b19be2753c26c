package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.AtomSet;
import org.latentfeature.lasso.AtomWeights;
import org.latentfeature.lasso.Corrective;
import org.latentfeature.lasso.CorrectiveStep;
import org.latentfeature.linalg.Dense;
import org.latentfeature.progress.StopSignal;

/**
 * All weights anew, from nought, over 2K atoms: the true columns, and each again with a tenth of
 * its bits turned over. Only K×K matrices are touched, in double precision on the host.
 */
public class CorrectiveBenchmark extends StepBenchmark {

  private static final double TURNED = 0.1;
  private static final double TOLERANCE = 1e-2;

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    int n = problem.x().rows();
    AtomWeights weights;
    double[] start;
    try (CodeSteps open = CodeSteps.open(backend, problem.x(), 2 * problem.z().cols())) {
      AtomSet atoms = new AtomSet(open.rows(), open.steps(), open.codes());
      atoms.add(problem.z().columns());
      atoms.add(TurnedBits.of(problem.z(), TURNED, Search.SEED).columns());
      start = atoms.weights().clone();
      weights =
          new AtomWeights(
              backend.algebra(), atoms, problem.x().facts().squaredNorm(), n, mu(n, problem.w()));
    }
    CorrectiveStep solver = CorrectiveStep.of(Corrective.NEWTON);
    return new Step() {
      @Override
      public Object run() {
        return solver.solve(weights, start, TOLERANCE, StopSignal.NEVER);
      }

      @Override
      public void close() {
        // What it needed of the rows is computed.
      }
    };
  }

  /** The fit's first penalty, from the norms that it can only estimate. */
  private static double mu(int n, Dense w) {
    double norm = Math.sqrt(w.squaredNorm() / w.rows());
    return norm * Math.max(0.15, 3 / Math.sqrt(n));
  }
}
