package org.latentfeature.lasso;

import java.util.List;
import org.latentfeature.data.DataFacts;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/**
 * Checks whether a residual with missing entries looks like noise: no atom explains more of it than
 * the best of independent noise would. By Chevet's inequality, tight for large N and D,
 *
 * <pre>  max over z in {0,1}^N of ‖Eᵀz‖²/|z|  ≈  σ² (√D + c√N)²,   c = max_t φ(t)/√Φ(−t) = .637,
 * </pre>
 *
 * N and D the known entries of a column and of a row. It answers whether the residual hides another
 * feature, by the best atoms of it: missing entries hide the spectrum, and with it the error of the
 * ground truth, which {@link org.latentfeature.fit.factor.SpectralFloor} compares with.
 */
final class ResidualNoise {

  /** E max over binary z of gᵀz/√|z|, for N standard normal g and large N, is this times √N. */
  private static final double WIDTH = .637;

  /** Factor by which an atom may exceed the expectation of what it explains. */
  private static final double SLACK = 1.1;

  /**
   * The best of noise explains at most this share of it; where it would explain more, too little is
   * known to tell a feature from noise.
   */
  private static final double MOST_OF_ALL = .05;

  /** Squared errors below this share of ‖X‖² are rounding errors, which are no noise. */
  private static final double ROUNDING = 1e-12;

  private final long known;
  private final double least;
  private final int cols;
  private final double edge;

  /** Computes the constants of residuals of {@code x}. */
  ResidualNoise(Matrix x) {
    DataFacts facts = x.facts();
    known = facts.known();
    least = ROUNDING * facts.squaredNorm();
    cols = x.cols();
    edge = Math.pow(Math.sqrt(ofRow(x)) + WIDTH * Math.sqrt(ofColumn(x)), 2);
  }

  /** Known entries of the row of a known entry, in the mean. */
  private static double ofRow(Matrix x) {
    MissingEntries missing = MissingEntries.of(x);
    double squares = 0;
    for (int i = 0; i < x.rows(); i++) {
      double own = x.cols() - missing.count(i);
      squares += own * own;
    }
    return squares / x.facts().known();
  }

  private static double ofColumn(Matrix x) {
    KnownColumns columns = KnownColumns.of(x);
    double squares = 0;
    for (int j = 0; j < x.cols(); j++) {
      double own = columns.known(j);
      squares += own * own;
    }
    return squares / x.facts().known();
  }

  /**
   * Returns whether a residual looks like noise.
   *
   * @param squaredError ‖A‖² of the least-squares residual of {@code k} features
   * @param atoms the best atoms found in it
   */
  boolean isNoise(double squaredError, int k, List<ScoredAtom> atoms) {
    double freedom = Math.max(1, known - (double) k * cols);
    double variance = squaredError / freedom;
    double most = 0;
    for (ScoredAtom atom : atoms) {
      most = Math.max(most, atom.score() / atom.z().count());
    }
    boolean isTold = edge <= MOST_OF_ALL * freedom;
    return squaredError <= least || (isTold && most <= SLACK * variance * edge);
  }
}
