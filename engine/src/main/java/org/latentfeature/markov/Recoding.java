package org.latentfeature.markov;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/**
 * The gain of another model over some rows once they are coded by it: an estimate, from a part of
 * those rows, of the gain of the next step of batch inference.
 */
final class Recoding {

  /** Rows that an estimate rests on. */
  private static final int MOST_ROWS = 150;

  private final PathCoder coder;
  private final Coding coding;
  private final WeighedPaths present;

  /** Compared with {@code paths} of all rows by {@code model}. */
  Recoding(PathCoder coder, Coding coding, MarkovParameters model, Paths paths) {
    this.coder = coder;
    this.coding = coding;
    present = coder.weighed(model.pathModel(model.logExpectations(), Orders.ALL), paths);
  }

  /**
   * Σ over {@code rows} of the score of the path by {@code other} minus that of the current one.
   */
  double gain(MarkovParameters other, int[] rows) {
    int[] part = part(rows);
    Dense expectations = other.logExpectations();
    Paths found = coder.code(other.objective(expectations, coding), part);
    WeighedPaths coded = coder.better(other.pathModel(expectations, Orders.ALL), part, found, null);
    double gain = 0;
    for (int i = 0; i < part.length; i++) {
      gain += coded.worth(i) - present.worth(part[i]);
    }
    return part.length == 0 ? 0 : gain * rows.length / part.length;
  }

  private static int[] part(int[] rows) {
    return Arrays.stream(EvenRows.of(rows.length, MOST_ROWS)).map(i -> rows[i]).toArray();
  }
}
