package org.latentfeature.bench.step;

import java.util.Arrays;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/**
 * The paths of all rows for the true dictionary, where every transition is as likely as another.
 */
public class PathsBenchmark extends StepBenchmark {

  static PathObjective objective(SyntheticProblem problem) {
    int k = problem.w().rows();
    Dense transitions = new Dense(k + 1, k);
    Arrays.fill(transitions.values(), -Math.log(k + 1));
    double variance = ProblemSize.NOISE * ProblemSize.NOISE;
    return new PathObjective(
        problem.w(), transitions, variance, variance, Gain.MARGINAL, Paths.LONGEST);
  }

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    PathObjective objective = objective(problem);
    CheckedRows rows = CheckedRows.load(backend, problem.x());
    PathCoder coder = rows.open(new PathCoder.Limits(objective.features()));
    return new Step() {
      @Override
      public Object run() {
        return coder.code(objective);
      }

      @Override
      public void close() {
        coder.close();
        rows.close();
      }
    };
  }
}
