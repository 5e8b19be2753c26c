package org.latentfeature.markov;

import java.util.Arrays;
import org.latentfeature.coding.PathOrders;
import org.latentfeature.coding.PathPosterior;
import org.latentfeature.coding.Paths;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;
import org.latentfeature.step.PathCoder;

/**
 * What another model gains over some rows once they are coded by it: an estimate, from a part of
 * those rows, of what the next step of batch inference would bring.
 */
final class Recoding {

  /** Rows that an estimate rests on. */
  private static final int MOST_ROWS = 150;

  private final PathCoder coder;
  private final Matrix x;
  private final MarkovOptions options;
  private final Algebra algebra;
  private final Paths paths;
  private final PathOrders orders;
  private final PathPosterior present;
  private final float[] row;

  /** Compared with {@code paths} of all rows by {@code model}. */
  Recoding(
      PathCoder coder,
      Matrix x,
      MarkovOptions options,
      Algebra algebra,
      MarkovParameters model,
      Paths paths) {
    this.coder = coder;
    this.x = x;
    this.options = options;
    this.algebra = algebra;
    this.paths = paths;
    orders = new PathOrders(model.logExpectations());
    present = posterior(model);
    row = new float[x.cols()];
  }

  private PathPosterior posterior(MarkovParameters model) {
    return model.posterior(algebra.multiplyTransposed(model.w(), model.w()));
  }

  /** Σ over {@code rows} of what a path by {@code other} is worth more than the present one. */
  double gain(MarkovParameters other, int[] rows) {
    int[] part = part(rows);
    Dense after = other.logExpectations();
    Paths found = coder.code(other.objective(after, options.coding()), part);
    PathPosterior posterior = posterior(other);
    PathOrders others = new PathOrders(after);
    double gain = 0;
    for (int i = 0; i < part.length; i++) {
      x.getRow(part[i], row);
      present.take(row, paths, part[i]);
      posterior.take(row, found, i);
      gain +=
          posterior.logLikelihood()
              + others.take(found, i)
              - present.logLikelihood()
              - orders.take(paths, part[i]);
    }
    return part.length == 0 ? 0 : gain * rows.length / part.length;
  }

  private static int[] part(int[] rows) {
    return Arrays.stream(EvenRows.of(rows.length, MOST_ROWS)).map(i -> rows[i]).toArray();
  }
}
