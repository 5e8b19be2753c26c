package org.latentfeature.columns.difference;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;

/**
 * Points of few dimensions, coordinate after coordinate, so that loops over points are vectorised.
 */
final class Points {

  private final float[][] at;

  /**
   * Points with these coordinates.
   *
   * @param at D arrays of as many numbers as there are points; not copied
   */
  Points(float[][] at) {
    this.at = at;
  }

  /** Returns the rows of {@code x} with the indices {@code kept}. */
  static Points of(Matrix x, int[] kept) {
    float[][] at = new float[x.cols()][kept.length];
    float[] row = new float[x.cols()];
    for (int i = 0; i < kept.length; i++) {
      x.getRow(kept[i], row);
      for (int d = 0; d < row.length; d++) {
        at[d][i] = row[d];
      }
    }
    return new Points(at);
  }

  /** Returns the coordinates, D arrays; not copies. */
  float[][] at() {
    return at;
  }

  int count() {
    return at[0].length;
  }

  int dimensions() {
    return at.length;
  }

  /** Writes point {@code i} into {@code into}. */
  void get(int i, double[] into) {
    for (int d = 0; d < into.length; d++) {
      into[d] = at[d][i];
    }
  }

  /** Writes point {@code i} into {@code into}. */
  void get(int i, float[] into) {
    for (int d = 0; d < into.length; d++) {
      into[d] = at[d][i];
    }
  }

  /** Returns the mean of every coordinate. */
  double[] means() {
    double[] means = new double[dimensions()];
    for (int d = 0; d < means.length; d++) {
      for (float v : at[d]) {
        means[d] += v;
      }
      means[d] /= count();
    }
    return means;
  }

  /** Returns the median distance of the first {@code count} points from the nearest other point. */
  double nearestOther(int count) {
    double[] nearest = new double[Math.min(count, count())];
    float[] distances = new float[count()];
    for (int i = 0; i < nearest.length; i++) {
      Arrays.fill(distances, 0);
      for (float[] coordinate : at) {
        addSquares(distances, coordinate, coordinate[i]);
      }
      distances[i] = Float.POSITIVE_INFINITY;
      float least = Float.POSITIVE_INFINITY;
      for (float distance : distances) {
        least = Math.min(least, distance);
      }
      nearest[i] = Math.sqrt(least);
    }
    Arrays.sort(nearest);
    return nearest[nearest.length / 2];
  }

  private static void addSquares(float[] distances, float[] coordinate, float from) {
    for (int j = 0; j < distances.length; j++) {
      float beside = coordinate[j] - from;
      distances[j] += beside * beside;
    }
  }

  /** Returns the first {@code count} points, or all if there are fewer. */
  Points first(int count) {
    if (count >= count()) {
      return this;
    }
    float[][] first = new float[dimensions()][];
    Arrays.setAll(first, d -> Arrays.copyOf(at[d], count));
    return new Points(first);
  }

  /**
   * Returns these points, each moved by {@code length} towards another one, so that they stay where
   * points are: in a plane or on a line if all lie in one.
   */
  Points moved(double length) {
    int n = count();
    float[][] moved = new float[dimensions()][n];
    for (int i = 0; i < n; i++) {
      int other = (i + n / 2) % n;
      double squared = 0;
      for (float[] coordinate : at) {
        double beside = coordinate[other] - coordinate[i];
        squared += beside * beside;
      }
      double share = squared > 0 ? length / Math.sqrt(squared) : 0;
      for (int d = 0; d < moved.length; d++) {
        moved[d][i] = (float) (at[d][i] + share * (at[d][other] - at[d][i]));
      }
    }
    return new Points(moved);
  }

  /** Returns these points less {@code others}, of the same number. */
  Points minus(Points others) {
    float[][] beside = new float[dimensions()][count()];
    for (int d = 0; d < beside.length; d++) {
      for (int i = 0; i < count(); i++) {
        beside[d][i] = at[d][i] - others.at[d][i];
      }
    }
    return new Points(beside);
  }

  /** Returns the points in coordinates along {@code axes}, D orthonormal rows. */
  Points along(Dense axes) {
    float[][] rotated = new float[dimensions()][count()];
    for (int a = 0; a < dimensions(); a++) {
      for (int d = 0; d < dimensions(); d++) {
        float share = (float) axes.get(a, d);
        for (int i = 0; i < count(); i++) {
          rotated[a][i] += share * at[d][i];
        }
      }
    }
    return new Points(rotated);
  }
}
