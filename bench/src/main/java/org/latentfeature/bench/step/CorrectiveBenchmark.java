package org.latentfeature.bench.step;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.CorrectiveProblem;
import org.latentfeature.lasso.LassoOptions.Corrective;

/**
 * All weights anew, from nought, over 2K atoms: the true columns, and each again with a tenth of
 * its bits turned over. Only K×K matrices are touched, in double precision on the host.
 */
public class CorrectiveBenchmark extends StepBenchmark {

  private static final double TURNED = 0.1;
  private static final double TOLERANCE = 1e-2;

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    CorrectiveProblem corrective;
    try (CodeSteps open = CodeSteps.open(backend, problem.x(), 2 * problem.z().cols())) {
      List<BitVector> atoms = new ArrayList<>(problem.z().columns());
      atoms.addAll(TurnedBits.of(problem.z(), TURNED, MidSearch.SEED).columns());
      corrective =
          new CorrectiveProblem(
              Corrective.NEWTON,
              backend.algebra(),
              open.rows(),
              open.steps(),
              open.codes(),
              atoms,
              problem.x().facts().squaredNorm(),
              mu(problem.x().rows(), problem.w()));
    }
    return new Step() {
      @Override
      public Object run() {
        return corrective.solve(TOLERANCE);
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
