package org.latentfeature.columns.subspace;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.Workers;
import org.latentfeature.data.Matrix;

/**
 * Directions of single columns in the ranges of solved blocks, each of which holds one to four: by
 * sign iterations in the few dimensions of the block, on a sample of rows.
 */
final class BlockRange {

  /** Share of a direction that must be new for it to count as a dimension of the range. */
  private static final double NEW = 0.1;

  private static final int SAMPLE = 2048;
  private static final int STARTS = 4;
  private static final int ITERATIONS = 8;

  private BlockRange() {}

  /** The directions, one a row, for the blocks' {@code factors}. */
  static Dense directions(WhitenedRows y, List<Dense> factors, long seed) {
    Dense found = new Dense(0, y.dimensions());
    if (factors.isEmpty()) {
      return found;
    }
    List<Dense> bases = factors.stream().map(factor -> Orthonormal.rows(factor, NEW)).toList();
    double[][] t = sample(y.project(bases.stream().reduce(Dense::appendRows).orElseThrow()));
    int[] from = new int[bases.size() + 1];
    for (int f = 0; f < bases.size(); f++) {
      from[f + 1] = from[f] + bases.get(f).rows();
    }
    Dense[] single = new Dense[bases.size()];
    Workers.share(
        y.threads(),
        single.length,
        y.stop(),
        (worker, f) -> {
          int size = bases.get(f).rows();
          Dense start = Directions.normalise(Directions.normal(STARTS * size, size, seed + f));
          single[f] = size == 1 ? start.selectRows(new int[] {0}) : solve(t, from[f], start);
        });
    for (int f = 0; f < single.length; f++) {
      found = found.appendRows(Directions.distinct(single[f]).times(bases.get(f)));
    }
    return found;
  }

  /** By columns: those that belong to a block are used together. */
  private static double[][] sample(Matrix t) {
    int step = Math.max(1, t.rows() / SAMPLE);
    int count = (t.rows() + step - 1) / step;
    double[][] columns = new double[t.cols()][count];
    float[] row = new float[t.cols()];
    for (int i = 0; i < count; i++) {
      t.getRow(i * step, row);
      for (int c = 0; c < row.length; c++) {
        columns[c][i] = row[c];
      }
    }
    return columns;
  }

  /** c ← Tᵀ sign(T c) for each start, in the block's dimensions. */
  private static Dense solve(double[][] t, int from, Dense start) {
    int size = start.cols();
    Dense c = start;
    double[] projected = new double[t[from].length];
    for (int step = 0; step < ITERATIONS; step++) {
      Dense next = new Dense(c.rows(), size);
      for (int s = 0; s < c.rows(); s++) {
        Arrays.fill(projected, 0);
        for (int j = 0; j < size; j++) {
          double by = c.get(s, j);
          double[] column = t[from + j];
          for (int i = 0; i < projected.length; i++) {
            projected[i] += by * column[i];
          }
        }
        for (int j = 0; j < size; j++) {
          double sum = 0;
          double[] column = t[from + j];
          for (int i = 0; i < projected.length; i++) {
            sum += Math.signum(projected[i]) * column[i];
          }
          next.set(s, j, sum);
        }
      }
      c = Directions.normalise(next);
    }
    return c;
  }
}
