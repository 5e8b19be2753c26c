package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SyntheticProblem;

/**
 * Better codes for the true dictionary, from the true codes with a twentieth of their bits turned
 * over.
 */
public class RefineBenchmark extends StepBenchmark {

  /** As the fit has it: up to so many columns each row's best code is found exactly. */
  private static final int EXACT_COLUMNS = 8;

  private static final double TURNED = 0.05;

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    CodeSteps open = CodeSteps.open(backend, problem.x(), problem.z().cols());
    BinaryMatrix start = TurnedBits.of(problem.z(), TURNED, MidSearch.SEED);
    return new Step() {
      @Override
      public void reset() {
        open.codes().replace(start);
      }

      @Override
      public Object run() {
        return open.steps().refine(open.codes(), problem.w(), EXACT_COLUMNS);
      }

      @Override
      public void close() {
        open.close();
      }
    };
  }
}
