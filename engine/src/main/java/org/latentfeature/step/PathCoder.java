package org.latentfeature.step;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/**
 * Rows as paths (Zhang &amp; Paisley 2016, Algorithm 1): a row's features are the states that a
 * Markov chain visits between two visits to the null state. They are found greedily: a path starts
 * empty, and the feature j of the largest gain ξ_j is appended while that gain is above 0. The
 * better paths under a model, and their sums, are the map and the sum of an expectation step
 * (docs/markov.md, sections 3 and 5).
 *
 * <p>Entries of X that are NaN are missing: a row is coded by its known entries only, and must have
 * one.
 */
public interface PathCoder extends Resident {

  /**
   * Limits of the coder.
   *
   * @param features maximum features of a dictionary, 1 … {@link Paths#MOST_FEATURES}
   */
  record Limits(int features) implements org.latentfeature.step.Limits<PathCoder> {

    /** Checks the range. */
    public Limits {
      Guard.require(
          features >= 1 && features <= Paths.MOST_FEATURES,
          "features is %,d; it must be 1 to %,d",
          features,
          Paths.MOST_FEATURES);
    }

    @Override
    public PathCoder checked(PathCoder opened, Guard guard) {
      return new CheckedPathCoder(opened, this, guard);
    }

    @Override
    public PathCoder inParts(
        Parts<PathCoder> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
      return new PathCoderInParts(parts);
    }
  }

  /**
   * The paths of some rows of X. A row's path depends on that row and {@code objective} only.
   *
   * @param objective that defines the gains
   * @param rows the rows, each in 0 … N−1, in any order, repeated or not
   * @return their paths, in that order
   */
  Paths code(PathObjective objective, int[] rows);

  /** Number of rows of X, N. */
  int rows();

  /** The paths of all rows of X, in their order. */
  default Paths code(PathObjective objective) {
    return code(objective, all());
  }

  /**
   * A map: the better of two paths of each of some rows, and its score. The result of a row depends
   * only on that row, its two paths and {@code model}.
   *
   * @param rows the rows, as of {@link #code(PathObjective, int[])}
   * @param found a path for each of them, in their order
   * @param old another one for each, kept if its score is as high or higher; or null
   * @return the better paths, in that order: {@code found} itself without old ones
   */
  WeighedPaths better(PathModel model, int[] rows, Paths found, @Nullable Paths old);

  /** The scores of {@code paths}, of all rows of X. */
  default WeighedPaths weighed(PathModel model, Paths paths) {
    return better(model, all(), paths, null);
  }

  /**
   * {@link #better}, and in the same pass a sum: the statistics of the rows by their better paths.
   * Statistics of blocks of rows can be added.
   */
  Expectation expectation(PathModel model, int[] rows, Paths found, @Nullable Paths old);

  /**
   * Finds the better paths of all rows of X and, in the same pass, the statistics of the rows by
   * these paths.
   *
   * @param found a path for each row
   * @param old another one for each row, kept if its score is as high or higher; or null
   */
  default Expectation expectation(PathModel model, Paths found, @Nullable Paths old) {
    return expectation(model, all(), found, old);
  }

  /** Only the sum, over some rows with their {@code paths}, one for each, in their order. */
  default PathStatistics statistics(PathModel model, int[] rows, Paths paths) {
    return expectation(model, rows, paths, null).sums();
  }

  /**
   * The paths of all rows, of which nothing is known: each is searched by the transitions of {@code
   * objective}, by half of them and by none, and the one of the highest score by {@code model}
   * counts.
   */
  default WeighedPaths search(PathObjective objective, PathModel model) {
    int[] all = all();
    return better(model, all, code(objective, all), lessTrusting(objective, model));
  }

  /** Codes all rows and sums up the statistics of their paths. */
  default PathStatistics statistics(PathObjective objective, PathModel model) {
    return expectation(model, code(objective), lessTrusting(objective, model)).sums();
  }

  private Paths lessTrusting(PathObjective objective, PathModel model) {
    int[] all = all();
    Paths softer = code(objective.trusting(0.5), all);
    return better(model, all, softer, code(objective.trusting(0), all)).paths();
  }

  /**
   * The result of an expectation step.
   *
   * @param paths the better one of each row
   * @param sums over the rows with these paths
   */
  record Expectation(Paths paths, PathStatistics sums) {}

  private int[] all() {
    return IntStream.range(0, rows()).toArray();
  }
}
