package org.latentfeature.spark;

import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.base.linalg.Dense;

/** Sums over rows as paths, 8(2K² + KD) bytes. */
final class PackedPathSums implements Addend<PackedPathSums> {

  private static final long serialVersionUID = 1L;

  private final int k;
  private final double[] cross;
  private final double[] moments;
  private final double[] transitions;
  private final long rows;
  private final long known;
  private final double worth;
  private final double logLikelihood;
  private final double squaredError;
  private final double expectedSquaredError;

  PackedPathSums(PathStatistics sums) {
    k = sums.moments().rows();
    cross = sums.cross().values();
    moments = sums.moments().values();
    transitions = sums.transitions().values();
    rows = sums.rows();
    known = sums.known();
    worth = sums.worth();
    logLikelihood = sums.logLikelihood();
    squaredError = sums.squaredError();
    expectedSquaredError = sums.expectedSquaredError();
  }

  /** The sums, in these arrays. */
  PathStatistics sums() {
    return new PathStatistics(
        Dense.wrap(k, cross.length / k, cross),
        Dense.wrap(k, k, moments),
        Dense.wrap(k + 1, k + 1, transitions),
        new PathStatistics.Totals(
            rows, known, worth, logLikelihood, squaredError, expectedSquaredError));
  }

  /** Adds to the arrays of this. */
  @Override
  public PackedPathSums plus(PackedPathSums later) {
    PathStatistics both = sums();
    both.add(later.sums());
    return new PackedPathSums(both);
  }
}
