package org.latentfeature.study.order;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.PathResult;

/**
 * Paths that find the ground truth feature by feature, and then features of noise; W is the
 * least-squares dictionary over the known entries.
 */
final class PlantedPaths implements OrderSelection.Paths {

  private final SyntheticProblem truth;
  private final Ending ended;
  final List<LassoOptions> asked = new ArrayList<>();

  PlantedPaths(SyntheticProblem truth, Ending ended) {
    this.truth = truth;
    this.ended = ended;
  }

  @Override
  public PathResult fit(Matrix x, LassoOptions options, FitListener listener) {
    asked.add(options);
    int[] rows = rows(x);
    List<PathResult.Point> points = new ArrayList<>();
    BinaryMatrix z = BinaryMatrix.empty(x.rows());
    for (int k = 1; k <= options.k(); k++) {
      z = z.with(column(k - 1, rows));
      Dense w = leastSquares(x, z);
      points.add(new PathResult.Point(k, z, w, rmse(x, z, w), Double.NaN, k));
    }
    return new PathResult(
        points,
        ended,
        List.of(),
        new FitOrigin<>(options, new BackendInfo("planted", "none", 1, Map.of()), x));
  }

  /** Which rows of the problem those of {@code x} are, by their known entries. */
  private int[] rows(Matrix x) {
    int[] found = new int[x.rows()];
    for (int i = 0; i < found.length; i++) {
      while (!isRow(x, i, found[i])) {
        found[i]++;
      }
    }
    return found;
  }

  private boolean isRow(Matrix x, int i, int row) {
    for (int j = 0; j < x.cols(); j++) {
      if (!Float.isNaN(x.get(i, j)) && x.get(i, j) != truth.x().get(row, j)) {
        return false;
      }
    }
    return true;
  }

  private BitVector column(int k, int[] rows) {
    boolean[] ones = new boolean[rows.length];
    for (int i = 0; i < ones.length; i++) {
      ones[i] =
          k < truth.z().cols()
              ? truth.z().get(rows[i], k)
              : CounterRandom.uniform(7, rows[i], k) < .5;
    }
    return BitVector.of(ones);
  }

  private static Dense leastSquares(Matrix x, BinaryMatrix z) {
    int k = z.cols();
    Dense w = new Dense(k, x.cols());
    for (int j = 0; j < x.cols(); j++) {
      Dense gram = new Dense(k, k);
      Dense cross = new Dense(k, 1);
      for (int i = 0; i < x.rows(); i++) {
        for (int a = 0; a < k && !Float.isNaN(x.get(i, j)); a++) {
          if (z.get(i, a)) {
            cross.set(a, 0, cross.get(a, 0) + x.get(i, j));
            for (int b = 0; b < k; b++) {
              gram.set(a, b, gram.get(a, b) + (z.get(i, b) ? 1 : 0));
            }
          }
        }
      }
      Dense solution = PivotedCholesky.of(gram, 1e-12).solve(cross);
      for (int a = 0; a < k; a++) {
        w.set(a, j, solution.get(a, 0));
      }
    }
    return w;
  }

  private static double rmse(Matrix x, BinaryMatrix z, Dense w) {
    double sum = 0;
    long known = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        if (!Float.isNaN(x.get(i, j))) {
          double e = x.get(i, j);
          for (int k = 0; k < z.cols(); k++) {
            e -= z.get(i, k) ? w.get(k, j) : 0;
          }
          sum += e * e;
          known++;
        }
      }
    }
    return Math.sqrt(sum / known);
  }
}
