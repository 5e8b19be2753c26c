package org.latentfeature.columns.difference;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * The signs of the rows of W, which differences leave open: with some rows taken off instead of
 * added, a corner of the sums lies at the origin. Descents by single signs, from the corners that
 * the mean of the rows of X suggests.
 */
final class Signs {

  /** Points by which many corners are compared, and then the best of them. */
  private static final int FEW = 24;

  private static final int MORE = 100;
  private static final int STARTS = 16;
  private static final int DESCENTS = 3;

  private final Dense w;
  private final int k;
  private final SubsetSums sums;
  private final Points points;
  private final int threads;
  private final StopSignal stop;

  Signs(Dense w, Points points, int threads, StopSignal stop) {
    this.w = w;
    this.points = points;
    this.threads = threads;
    this.stop = stop;
    k = w.rows();
    sums = new SubsetSums(w);
  }

  /** Returns W with the signs that leave least error. */
  Dense best() {
    Points few = points.first(FEW);
    Points more = points.first(MORE);
    int[] starts =
        IntStream.of(corners())
            .boxed()
            .sorted(Comparator.comparingDouble(flips -> error(few, flips)))
            .limit(DESCENTS)
            .mapToInt(flips -> flips)
            .toArray();
    int best =
        IntStream.of(starts)
            .map(flips -> descended(more, flips))
            .boxed()
            .min(Comparator.comparingDouble(flips -> error(more, flips)))
            .orElseThrow();
    // A hundred points say nothing of the sign of a rare feature.
    return flipped(w, descended(points, best));
  }

  /** Flips single signs, from {@code start}, while that lowers the error of {@code some} points. */
  private int descended(Points some, int start) {
    int flips = start;
    double error = error(some, flips);
    for (int unchanged = 0, j = 0; unchanged < k; j = (j + 1) % k) {
      double other = error(some, flips ^ (1 << j));
      unchanged = other < error ? 0 : unchanged + 1;
      if (other < error) {
        error = other;
        flips ^= 1 << j;
      }
    }
    return flips;
  }

  /** Returns {@code w} with the rows in {@code flips} taken off instead of added. */
  static Dense flipped(Dense w, int flips) {
    Dense signed = w.copy();
    int d = w.cols();
    for (int r = 0; r < w.rows(); r++) {
      for (int c = 0; c < d && (flips >> r & 1) == 1; c++) {
        signed.set(r, c, -w.get(r, c));
      }
    }
    return signed;
  }

  /**
   * Returns corners to start from: all rows of W along the mean of the points, and those from which
   * half of all rows of W lead there.
   */
  private int[] corners() {
    int d = w.cols();
    double[] mean = points.means();
    int against = 0;
    for (int r = 0; r < k; r++) {
      double dot = Dense.dot(w.values(), r * d, mean, 0, d);
      against |= dot < 0 ? 1 << r : 0;
    }
    float[][] at = sums.sums().at();
    int all = (1 << k) - 1;
    double[] distance = new double[all + 1];
    for (int c = 0; c < d; c++) {
      double centre = .5 * at[c][all] - mean[c];
      for (int code = 0; code <= all; code++) {
        distance[code] += (at[c][code] - centre) * (at[c][code] - centre);
      }
    }
    double[] sorted = distance.clone();
    Arrays.sort(sorted);
    double limit = sorted[Math.min(all, STARTS - 1)];
    IntStream near =
        IntStream.rangeClosed(0, all).filter(code -> distance[code] <= limit).limit(STARTS);
    return IntStream.concat(IntStream.of(against), near).distinct().toArray();
  }

  private double error(Points some, int flips) {
    return nearest(sums, some, flips, threads, stop).squaredError();
  }

  /** Returns the nearest sums if the rows of W in {@code flips} are taken off. */
  static SubsetSums.Nearest nearest(
      SubsetSums sums, Points points, int flips, int threads, StopSignal stop) {
    float[] corner = new float[points.dimensions()];
    for (int d = 0; d < corner.length; d++) {
      corner[d] = -sums.sums().at()[d][flips];
    }
    return sums.nearest(points, corner, threads, stop);
  }
}
