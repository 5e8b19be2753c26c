package org.latentfeature.study.order;

import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigen;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;

/** What users take for missing entries who want no features: baselines, plainly written. */
final class MatrixCompletion {

  private final Matrix seen;
  private final double[] means;

  /** Of {@code seen}, NaN where an entry is missing. */
  MatrixCompletion(Matrix seen) {
    this.seen = seen;
    means = new double[seen.cols()];
    for (int j = 0; j < means.length; j++) {
      int known = 0;
      for (int i = 0; i < seen.rows(); i++) {
        if (isKnown(i, j)) {
          means[j] += seen.get(i, j);
          known++;
        }
      }
      means[j] /= Math.max(1, known);
    }
  }

  private boolean isKnown(int i, int j) {
    return !Float.isNaN(seen.get(i, j));
  }

  private double centred(int i, int j) {
    return isKnown(i, j) ? seen.get(i, j) - means[j] : 0;
  }

  /** The means of what is known of each column. */
  Dense columnMeans() {
    return withMeans(new Dense(seen.rows(), seen.cols()));
  }

  private Dense withMeans(Dense centred) {
    Dense all = centred.copy();
    for (int i = 0; i < all.rows(); i++) {
      for (int j = 0; j < all.cols(); j++) {
        all.set(i, j, all.get(i, j) + means[j]);
      }
    }
    return all;
  }

  /** Soft-impute (Mazumder et al. 2010): singular values of the filled matrix shrunk by lambda. */
  Dense softImpute(double lambda, int rounds) {
    Dense filled = new Dense(seen.rows(), seen.cols());
    Dense low = filled;
    for (int round = 0; round < rounds; round++) {
      filled = new Dense(seen.rows(), seen.cols());
      for (int i = 0; i < filled.rows(); i++) {
        for (int j = 0; j < filled.cols(); j++) {
          filled.set(i, j, isKnown(i, j) ? centred(i, j) : low.get(i, j));
        }
      }
      SymmetricEigen eigen =
          SymmetricEigen.leading(filled.transpose().times(filled), seen.cols(), () -> {});
      Dense shrunk = eigen.vectors().copy();
      for (int k = 0; k < shrunk.rows(); k++) {
        double s = Math.sqrt(Math.max(0, eigen.values()[k]));
        for (int j = 0; j < shrunk.cols(); j++) {
          shrunk.set(k, j, s > lambda ? shrunk.get(k, j) * (s - lambda) / s : 0);
        }
      }
      low = filled.times(eigen.vectors().transpose().times(shrunk));
    }
    return withMeans(low);
  }

  /** Alternating least squares of real factors with a ridge. */
  Dense als(int factors, double ridge, int rounds, long seed) {
    Dense v = new Dense(seen.cols(), factors);
    for (int at = 0; at < v.values().length; at++) {
      v.values()[at] = .1 * CounterRandom.normal(seed, at, 0);
    }
    Dense u = new Dense(seen.rows(), factors);
    for (int round = 0; round < rounds; round++) {
      solve(u, v, ridge, false);
      solve(v, u, ridge, true);
    }
    return withMeans(u.timesTransposed(v));
  }

  private void solve(Dense into, Dense given, double ridge, boolean isColumn) {
    int k = into.cols();
    for (int a = 0; a < into.rows(); a++) {
      Dense gram = new Dense(k, k);
      Dense cross = new Dense(k, 1);
      for (int p = 0; p < k; p++) {
        gram.set(p, p, ridge);
      }
      for (int b = 0; b < given.rows(); b++) {
        int i = isColumn ? b : a;
        int j = isColumn ? a : b;
        if (isKnown(i, j)) {
          for (int p = 0; p < k; p++) {
            cross.set(p, 0, cross.get(p, 0) + centred(i, j) * given.get(b, p));
            Dense.addScaled(gram.values(), p * k, given.values(), b * k, k, given.get(b, p));
          }
        }
      }
      double[] solved = Cholesky.of(gram).solve(cross).values();
      System.arraycopy(solved, 0, into.values(), a * k, k);
    }
  }

  /** Root mean square error where {@code whole} knows what {@code seen} does not. */
  double rmse(Matrix whole, Dense prediction) {
    double[] sum = new double[2];
    for (int i = 0; i < seen.rows(); i++) {
      for (int j = 0; j < seen.cols(); j++) {
        if (!isKnown(i, j) && !Float.isNaN(whole.get(i, j))) {
          double e = whole.get(i, j) - prediction.get(i, j);
          sum[0] += e * e;
          sum[1]++;
        }
      }
    }
    return Math.sqrt(sum[0] / sum[1]);
  }
}
