package org.latentfeature.columns.difference;

import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * Other rows of W in the place of doubtful ones. If a feature has no mode of its own, since it is
 * shorter than the radius of a mode or near another feature, a sum of it with another feature may
 * take its place among the generators: the row becomes its sum or difference with another row, with
 * either sign of both. Or something else did: the row becomes what the others leave.
 */
final class DoubtfulRows {

  /** Rows are compared by at least so many points. */
  private static final int POINTS = 64;

  /** More points take part if so many multiplications code them: few have a rare feature. */
  private static final double WORK = 1e7;

  /** Another row must lower the error by this share, or it may be chance. */
  private static final double GAIN = .02;

  /** Rounds after which the residual without a row is looked at. */
  private static final int ROUNDS = 4;

  /** Shorter rows, in standard deviations of the noise of an entry, would explain noise. */
  private static final double SHORTEST = 2;

  private final Points all;
  private final Points points;
  private final int threads;
  private final StopSignal stop;
  private Dense w;
  private double error;

  /**
   * Starts with {@code start}.
   *
   * @param start K×D, not changed
   * @param points rows of X
   */
  DoubtfulRows(Dense start, Points points, int threads, StopSignal stop) {
    all = points;
    double ofPoint = DifferenceSearch.codingWork(1, start.cols(), start.rows());
    this.points = points.first((int) Math.max(POINTS, WORK / ofPoint));
    this.threads = threads;
    this.stop = stop;
    w = start;
    error = error(new SubsetSums(start), 0);
  }

  /** Returns W with the rows from {@code first} on replaced, where that lowers the error. */
  Dense replaced(int first) {
    for (int row = first; row < w.rows(); row++) {
      replace(row);
    }
    return w;
  }

  private void replace(int row) {
    Dense before = w;
    int cols = before.cols();
    Alternation others = new Alternation(all, without(row), threads, stop);
    Dense settled = others.run(ROUNDS);
    double shortest = SHORTEST * others.noise();
    double least = error;
    error = (1 - GAIN) * least;
    compare(with(settled, row, others.missing()), row, 1 << row, shortest);
    for (int other = 0; other < before.rows(); other++) {
      for (int sign = -1; other != row && sign <= 1; sign += 2) {
        Dense sum = before.copy();
        Dense.addScaled(sum.values(), row * cols, before.values(), other * cols, cols, sign);
        compare(sum, row, 1 << row | 1 << other, shortest);
      }
    }
    error = w == before ? least : error;
  }

  /**
   * Takes {@code tried} if it leaves less error, with any of the rows in {@code open} taken off.
   */
  private void compare(Dense tried, int row, int open, double shortest) {
    if (tried.rowNorm(row) < shortest) {
      return;
    }
    SubsetSums sums = new SubsetSums(tried);
    // All subsets of the open rows, from all of them to none.
    for (int flips = open; flips >= 0; flips = flips == 0 ? -1 : (flips - 1) & open) {
      double found = error(sums, flips);
      if (found < error) {
        error = found;
        w = Signs.flipped(tried, flips);
      }
    }
  }

  private Dense without(int row) {
    return w.selectRows(IntStream.range(0, w.rows()).filter(r -> r != row).toArray());
  }

  private static Dense with(Dense others, int row, Dense feature) {
    int last = others.rows();
    return others
        .appendRows(feature)
        .selectRows(
            IntStream.rangeClosed(0, last)
                .map(r -> r == row ? last : r < row ? r : r - 1)
                .toArray());
  }

  /** Returns the error if the rows of W in {@code flips} are taken off. */
  private double error(SubsetSums sums, int flips) {
    return Signs.nearest(sums, points, flips, threads, stop).squaredError();
  }
}
