package org.latentfeature.bench.step;

import java.util.Arrays;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.Paths;

/**
 * A Markov model's sums over all rows, by the better of two paths each: those of {@link
 * PathsBenchmark}, and those of at most half as many features.
 */
public class ExpectationBenchmark extends StepBenchmark {

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    PathObjective objective = PathsBenchmark.objective(problem);
    int k = objective.features();
    Dense expectations = new Dense(k + 1, k + 1);
    Arrays.fill(expectations.values(), -Math.log(k + 1));
    PathModel model =
        new PathModel(
            objective.w(), expectations, objective.variance(), objective.ridge(), Orders.ALL);
    CheckedRows rows = CheckedRows.load(backend, problem.x());
    PathCoder coder = rows.open(new PathCoder.Limits(k));
    Paths found = coder.code(objective);
    PathObjective shorter =
        new PathObjective(
            objective.w(),
            objective.transitions(),
            objective.variance(),
            objective.ridge(),
            objective.gain(),
            Math.max(1, Math.min(k, Paths.LONGEST) / 4));
    Paths old = coder.code(shorter);
    return new Step() {
      @Override
      public Object run() {
        return coder.expectation(model, found, old);
      }

      @Override
      public void close() {
        coder.close();
        rows.close();
      }
    };
  }
}
