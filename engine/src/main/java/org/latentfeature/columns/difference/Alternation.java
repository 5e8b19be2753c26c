package org.latentfeature.columns.difference;

import java.util.Arrays;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/** Codes of points by their nearest sums and the least-squares W of these codes, in turn. */
final class Alternation {

  /** It ends when a round lowers the error by a smaller share. */
  private static final double GAIN = 1e-5;

  /** A complement lowers the error by at least this share. */
  private static final double LESS = 1e-3;

  /** Weight of the W before, so that features no point has keep theirs. */
  private static final double RIDGE = 1e-9;

  /** Iterations of the power method for one axis. */
  private static final int POWERS = 60;

  private final Points points;
  private final int threads;
  private final StopSignal stop;
  private Dense w;
  private SubsetSums.Nearest nearest;

  /** Starts with the codes of {@code points} for {@code w}, which is not changed. */
  Alternation(Points points, Dense w, int threads, StopSignal stop) {
    this.points = points;
    this.w = w;
    this.threads = threads;
    this.stop = stop;
    nearest = nearest();
  }

  /** Runs at most so many rounds, and returns the last W, of which the codes are. */
  Dense run(int rounds) {
    for (int round = 0; round < rounds; round++) {
      double before = nearest.squaredError();
      w = leastSquares();
      nearest = nearest();
      if (nearest.squaredError() >= (1 - GAIN) * before) {
        break;
      }
    }
    return w;
  }

  /** Returns the points. */
  Points points() {
    return points;
  }

  /**
   * Complements the codes of the first feature for which that lowers the error by a thousandth,
   * once W is fitted to them and the points are coded anew. A feature of the wrong sign has the
   * complement of its codes, and the others have moved to hide that: the nearest sums do not show
   * it.
   *
   * @return whether there was one
   */
  boolean complement() {
    Dense before = w;
    SubsetSums.Nearest codes = nearest;
    for (int feature = 0; feature < before.rows(); feature++) {
      nearest = codes.complemented(feature);
      w = leastSquares();
      nearest = nearest();
      if (nearest.squaredError() < (1 - LESS) * codes.squaredError()) {
        return true;
      }
      w = before;
    }
    nearest = codes;
    return false;
  }

  private SubsetSums.Nearest nearest() {
    return new SubsetSums(w).nearest(points, new float[points.dimensions()], threads, stop);
  }

  /** Returns the mean squared distance of the points from their sums. */
  double error() {
    return nearest.squaredError() / points.count();
  }

  /**
   * Returns the largest variance of the residual along any direction, in units of the mean: near 1
   * unless a feature is missing.
   */
  double elongation() {
    Dense covariance = covariance();
    double mean = trace(covariance) / covariance.rows();
    return mean == 0 ? 1 : Algebra.JAVA.eigenvalues(covariance)[0] / mean;
  }

  /**
   * Returns the standard deviation of an entry of the residual in the middle one of its principal
   * directions, which a missing feature is not in.
   */
  double noise() {
    double[] variances = Algebra.JAVA.eigenvalues(covariance());
    return Math.sqrt(Math.max(0, variances[variances.length / 2]));
  }

  /**
   * Returns the feature that the residual suggests, if half of the points have it: along the
   * direction of its largest variance, which is a quarter of the feature's square and the noise's.
   */
  Dense missing() {
    Dense covariance = covariance();
    int d = covariance.rows();
    Dense axis = new Dense(d, 1);
    Arrays.setAll(axis.values(), c -> 1 + c);
    double variance = 0;
    for (int round = 0; round < POWERS; round++) {
      axis = Algebra.JAVA.multiply(covariance, axis);
      variance = Math.sqrt(Dense.dot(axis.values(), 0, axis.values(), 0, d));
      if (variance > 0) {
        scale(axis, 1 / variance);
      }
    }
    double noise = noise();
    scale(axis, 2 * Math.sqrt(Math.max(0, variance - noise * noise)));
    return axis.transpose();
  }

  private static void scale(Dense a, double factor) {
    Arrays.setAll(a.values(), i -> factor * a.values()[i]);
  }

  private static double trace(Dense a) {
    double trace = 0;
    for (int c = 0; c < a.rows(); c++) {
      trace += a.get(c, c);
    }
    return trace;
  }

  private Dense covariance() {
    int d = points.dimensions();
    int n = points.count();
    Dense covariance = new Dense(d, d);
    double[] residual = new double[d];
    for (int i = 0; i < n; i++) {
      points.get(i, residual);
      for (int rest = nearest.codes()[i]; rest != 0; rest &= rest - 1) {
        Dense.addScaled(residual, 0, w.values(), Integer.numberOfTrailingZeros(rest) * d, d, -1);
      }
      for (int c = 0; c < d; c++) {
        Dense.addScaled(covariance.values(), c * d, residual, 0, d, residual[c] / n);
      }
    }
    return covariance;
  }

  private Dense leastSquares() {
    int k = w.rows();
    int d = points.dimensions();
    double[] point = new double[d];
    int[] codes = nearest.codes();
    Dense gram = new Dense(k, k);
    Dense cross = new Dense(k, d);
    for (int i = 0; i < codes.length; i++) {
      points.get(i, point);
      for (int rest = codes[i]; rest != 0; rest &= rest - 1) {
        int r = Integer.numberOfTrailingZeros(rest);
        Dense.addScaled(cross.values(), r * d, point, 0, d, 1);
        for (int other = codes[i]; other != 0; other &= other - 1) {
          gram.values()[r * k + Integer.numberOfTrailingZeros(other)]++;
        }
      }
    }
    double ridge = RIDGE * codes.length;
    for (int r = 0; r < k; r++) {
      gram.values()[r * k + r] += ridge;
      Dense.addScaled(cross.values(), r * d, w.values(), r * d, d, ridge);
    }
    return Algebra.JAVA.solve(gram, cross);
  }
}
