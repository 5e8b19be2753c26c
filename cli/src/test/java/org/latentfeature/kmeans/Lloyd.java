package org.latentfeature.kmeans;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitMonitor;

/** Lloyd's algorithm: each row to its nearest centre, each centre to the mean of its rows. */
final class Lloyd {

  private final Matrix x;
  private final float[] row;
  private final int[] cluster;
  private final Dense w;
  private double squaredError = Double.POSITIVE_INFINITY;

  private Lloyd(Matrix x, Dense w) {
    this.x = x;
    this.w = w;
    row = new float[x.cols()];
    cluster = new int[x.rows()];
  }

  /** The rows of {@code x} by the centres {@code w}, which stay as they are. */
  static Lloyd assigned(Matrix x, Dense w) {
    Lloyd lloyd = new Lloyd(x, w);
    lloyd.assign();
    return lloyd;
  }

  /** The best of several starts, each from K different rows. */
  static Lloyd fit(Matrix x, KMeansOptions options, FitMonitor monitor) {
    SplittableRandom random = new SplittableRandom(options.seed());
    Lloyd best = null;
    int step = 0;
    for (int start = 0; start < options.restarts() && !(best != null && monitor.stop()); start++) {
      int[] first = random.ints(0, x.rows()).distinct().limit(options.k()).toArray();
      Lloyd lloyd = new Lloyd(x, x.selectRows(first).toDense());
      double before;
      do {
        before = lloyd.squaredError;
        lloyd.assign();
        lloyd.move();
        double error = lloyd.squaredError;
        monitor.step("start", ++step, options.k(), error, Math.sqrt(error / x.size()), Map.of());
      } while (lloyd.squaredError < before && !monitor.stop());
      lloyd.assign();
      best = best == null || lloyd.squaredError < best.squaredError ? lloyd : best;
    }
    if (best == null) {
      throw new IllegalStateException("there is at least one start");
    }
    return best;
  }

  private void assign() {
    squaredError = 0;
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < w.rows(); k++) {
        double distance = 0;
        for (int j = 0; j < row.length; j++) {
          double difference = row[j] - w.get(k, j);
          distance += difference * difference;
        }
        if (distance < least) {
          least = distance;
          cluster[i] = k;
        }
      }
      squaredError += least;
    }
  }

  private void move() {
    int[] count = new int[w.rows()];
    Dense sum = new Dense(w.rows(), w.cols());
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      count[cluster[i]]++;
      for (int j = 0; j < row.length; j++) {
        sum.set(cluster[i], j, sum.get(cluster[i], j) + row[j]);
      }
    }
    for (int k = 0; k < w.rows(); k++) {
      for (int j = 0; count[k] > 0 && j < w.cols(); j++) {
        w.set(k, j, sum.get(k, j) / count[k]);
      }
    }
  }

  Dense w() {
    return w;
  }

  double rmse() {
    return Math.sqrt(squaredError / x.size());
  }

  BinaryMatrix z() {
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < w.rows(); k++) {
      boolean[] has = new boolean[cluster.length];
      for (int i = 0; i < has.length; i++) {
        has[i] = cluster[i] == k;
      }
      columns.add(BitVector.of(has));
    }
    return BinaryMatrix.ofColumns(cluster.length, columns);
  }
}
