package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Projections;

/**
 * Ten sums of rows weighed by unit vectors of 3 entries, for 48 starts at once: the iterations of a
 * search for verified columns, here on the rows as they are.
 */
public class WeighBenchmark extends StepBenchmark {

  private static final int ITERATIONS = 10;
  private static final int RANK = 3;
  private static final int DIRECTIONS = 48 * RANK;

  @Override
  protected Step prepare(Backend backend, SyntheticProblem problem) {
    CheckedRows rows = CheckedRows.load(backend, problem.x());
    Projections projections = rows.open(new Projections.Limits(DIRECTIONS));
    Dense start = new Dense(DIRECTIONS, rows.cols());
    for (int i = 0; i < DIRECTIONS; i++) {
      for (int j = 0; j < rows.cols(); j++) {
        start.set(i, j, CounterRandom.normal(MidSearch.SEED, i, j));
      }
    }
    return new Step() {
      @Override
      public Object run() {
        Dense directions = start;
        for (int i = 0; i < ITERATIONS; i++) {
          directions = projections.weigh(directions, Contrast.unit(RANK));
        }
        return directions;
      }

      @Override
      public void close() {
        projections.close();
        rows.close();
      }
    };
  }
}
