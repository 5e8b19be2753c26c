package org.latentfeature.lasso.variant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Variant;

/** Data with known features, whose noise and offset a test adds, and fits of them. */
final class Drawn {

  final Random random;
  final BinaryMatrix z;
  final double[][] w;
  final double[][] x;

  /** X = Z W, of features that a share {@code p} of the rows has, and normal W. */
  Drawn(int n, int d, int k, double p, long seed) {
    random = new Random(seed);
    List<BitVector> columns = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      boolean[] bits = new boolean[n];
      for (int i = 0; i < n; i++) {
        bits[i] = random.nextDouble() < p;
      }
      columns.add(BitVector.of(bits));
    }
    z = BinaryMatrix.ofColumns(n, columns);
    w = normal(k, d, 1);
    x = new double[n][d];
  }

  double[][] normal(int rows, int cols, double sigma) {
    double[][] all = new double[rows][cols];
    for (double[] row : all) {
      for (int j = 0; j < cols; j++) {
        row[j] = sigma * random.nextGaussian();
      }
    }
    return all;
  }

  /** Z W, after W was changed. */
  Drawn multiply() {
    for (int i = 0; i < x.length; i++) {
      for (int k = 0; k < w.length; k++) {
        if (z.get(i, k)) {
          for (int j = 0; j < x[i].length; j++) {
            x[i][j] += w[k][j];
          }
        }
      }
    }
    return this;
  }

  Drawn add(double[][] more) {
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[i].length; j++) {
        x[i][j] += more[more.length == 1 ? 0 : i][j];
      }
    }
    return this;
  }

  Drawn noise(double sigma) {
    return add(normal(x.length, x[0].length, sigma));
  }

  static LassoResult fit(double[][] x, int k, Variant variant, Weights weights) {
    return fit(Matrix.of(x), LassoOptions.of(k).withVariant(variant), weights);
  }

  static LassoResult fit(Matrix x, LassoOptions options, Weights weights) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      return VariantLasso.fit(data, options, weights, Drawn::search, FitListener.SILENT);
    }
  }

  static Optional<LassoResult> search(LoadedData data, LassoOptions options, FitListener listener) {
    return Optional.of(new LatentFeatureLasso(data.backend(), options).fit(data, listener));
  }

  /** Mean Hamming distance where a feature and its complement are the same. */
  double upToComplement(BinaryMatrix found) {
    double sum = 0;
    for (BitVector column : z.columns()) {
      int least = column.length();
      for (BitVector other : found.columns()) {
        int distance = column.distance(other);
        least = Math.min(least, Math.min(distance, column.length() - distance));
      }
      sum += (double) least / column.length();
    }
    return sum / z.cols();
  }
}
