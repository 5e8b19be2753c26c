package org.latentfeature.columns.difference;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Codes of points by their nearest sums and the least-squares W of these codes, in turn. */
final class Alternation {

  /** It ends when a round lowers the error by a smaller share. */
  private static final double GAIN = 1e-5;

  /** Weight of the W before, so that features no point has keep theirs. */
  private static final double RIDGE = 1e-9;

  private final Points points;
  private final Dense x;
  private final int threads;
  private final StopSignal stop;
  private SubsetSums.Nearest nearest;
  private Dense w = new Dense(0, 1);

  Alternation(Points points, int threads, StopSignal stop) {
    this.points = points;
    this.threads = threads;
    this.stop = stop;
    x = points.toDense();
    nearest = SubsetSums.Nearest.NONE;
  }

  /** Starts with {@code start}, and returns the last W, of which the codes are. */
  Dense run(Dense start, int rounds) {
    w = start;
    code();
    for (int round = 0; round < rounds; round++) {
      double before = nearest.squaredError();
      w = leastSquares();
      code();
      if (nearest.squaredError() >= (1 - GAIN) * before) {
        break;
      }
    }
    return w;
  }

  private void code() {
    nearest = new SubsetSums(w).nearest(points, new float[points.dimensions()], threads, stop);
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
    int d = x.cols();
    int n = points.count();
    Dense covariance = new Dense(d, d);
    double[] residual = new double[d];
    for (int i = 0; i < n; i++) {
      System.arraycopy(x.values(), i * d, residual, 0, d);
      for (int rest = nearest.codes()[i]; rest != 0; rest &= rest - 1) {
        Dense.addScaled(residual, 0, w.values(), Integer.numberOfTrailingZeros(rest) * d, d, -1);
      }
      for (int c = 0; c < d; c++) {
        Dense.addScaled(covariance.values(), c * d, residual, 0, d, residual[c] / n);
      }
    }
    double trace = 0;
    for (int c = 0; c < d; c++) {
      trace += covariance.get(c, c);
    }
    return trace == 0 ? 1 : d * Algebra.JAVA.eigenvalues(covariance)[0] / trace;
  }

  /** Returns the codes, a row for each point. */
  BinaryMatrix codes() {
    List<BitVector> columns = new ArrayList<>();
    for (int r = 0; r < w.rows(); r++) {
      boolean[] ones = new boolean[points.count()];
      for (int i = 0; i < ones.length; i++) {
        ones[i] = (nearest.codes()[i] >> r & 1) == 1;
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(points.count(), columns);
  }

  private Dense leastSquares() {
    int k = w.rows();
    int d = x.cols();
    int[] codes = nearest.codes();
    Dense gram = new Dense(k, k);
    Dense cross = new Dense(k, d);
    for (int i = 0; i < codes.length; i++) {
      for (int rest = codes[i]; rest != 0; rest &= rest - 1) {
        int r = Integer.numberOfTrailingZeros(rest);
        Dense.addScaled(cross.values(), r * d, x.values(), i * d, d, 1);
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
