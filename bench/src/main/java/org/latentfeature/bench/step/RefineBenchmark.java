package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.SessionLimits;

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
    SessionLimits limits = SessionLimits.factorisation(problem.z().cols());
    CheckedSession session = CheckedSession.open(backend, problem.x(), limits);
    BinaryMatrix start = TurnedBits.of(problem.z(), TURNED, Search.SEED);
    return new Step() {
      @Override
      public void reset() {
        session.replace(start);
      }

      @Override
      public Object run() {
        return session.refine(problem.w(), EXACT_COLUMNS);
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }
}
