package org.latentfeature.evidence.ratings;

import java.util.Arrays;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;

/**
 * Real-valued factors, X ≈ U Vᵀ over the known entries, by alternating least squares with a ridge:
 * what a recommender takes for prediction alone.
 */
final class RatingFactors {

  private static final int ROUNDS = 30;

  private final int factors;
  private final double ridge;
  private final Dense ofRows;
  private final Dense ofColumns;

  /**
   * Fits them.
   *
   * @param x N×D, NaN where an entry is missing
   * @param seed of the start
   */
  RatingFactors(Matrix x, int factors, double ridge, long seed) {
    this.factors = factors;
    this.ridge = ridge;
    ofRows = new Dense(x.rows(), factors);
    ofColumns = new Dense(x.cols(), factors);
    for (int at = 0; at < ofColumns.values().length; at++) {
      ofColumns.values()[at] = .1 * CounterRandom.normal(seed, at, 0);
    }
    Known rows = Known.rows(x);
    Known columns = Known.columns(x);
    for (int round = 0; round < ROUNDS; round++) {
      solve(ofRows, ofColumns, rows);
      solve(ofColumns, ofRows, columns);
    }
  }

  /** The prediction of row {@code i}, column {@code j}. */
  double of(int i, int j) {
    return ofRows.rowDot(i, ofColumns, j);
  }

  private void solve(Dense into, Dense given, Known known) {
    for (int a = 0; a < into.rows(); a++) {
      Dense gram = new Dense(factors, factors);
      Dense cross = new Dense(factors, 1);
      for (int p = 0; p < factors; p++) {
        gram.set(p, p, ridge);
      }
      int[] others = known.places[a];
      for (int at = 0; at < others.length; at++) {
        int b = others[at] * factors;
        for (int p = 0; p < factors; p++) {
          double v = given.values()[b + p];
          cross.values()[p] += known.values[a][at] * v;
          Dense.addScaled(gram.values(), p * factors, given.values(), b, factors, v);
        }
      }
      double[] solved = Cholesky.of(gram).solve(cross).values();
      System.arraycopy(solved, 0, into.values(), a * factors, factors);
    }
  }

  /** The known entries of each row, or of each column. */
  private static final class Known {

    final int[][] places;
    final float[][] values;

    private Known(int count, int most) {
      places = new int[count][most];
      values = new float[count][most];
    }

    static Known rows(Matrix x) {
      Known known = new Known(x.rows(), 0);
      float[] row = new float[x.cols()];
      int[] place = new int[row.length];
      float[] value = new float[row.length];
      for (int i = 0; i < x.rows(); i++) {
        x.getRow(i, row);
        int count = 0;
        for (int j = 0; j < row.length; j++) {
          if (!Float.isNaN(row[j])) {
            place[count] = j;
            value[count++] = row[j];
          }
        }
        known.places[i] = Arrays.copyOf(place, count);
        known.values[i] = Arrays.copyOf(value, count);
      }
      return known;
    }

    static Known columns(Matrix x) {
      Matrix turned = Matrix.allocate(x.cols(), x.rows());
      for (int i = 0; i < x.rows(); i++) {
        for (int j = 0; j < x.cols(); j++) {
          turned.set(j, i, x.get(i, j));
        }
      }
      return rows(turned);
    }
  }
}
