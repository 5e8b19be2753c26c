package org.latentfeature.spectral;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * Problems X = Z W + σ noise of the setting in which the method was published: rows of W are normal
 * and of one norm, codes are correlated normals, rounded and clipped to 0 and 1.
 *
 * @param x N×D
 * @param z N×K
 * @param w K×D
 */
public record Clipped(Matrix x, BinaryMatrix z, Dense w) {

  public static Clipped of(int n, int d, int k, double norm, double sigma, long seed) {
    RandomStream random = new RandomStream(seed, "clipped");
    Dense w = normal(random, k, d);
    for (int i = 0; i < k; i++) {
      double scale = norm / w.rowNorm(i);
      for (int j = 0; j < d; j++) {
        w.set(i, j, scale * w.get(i, j));
      }
    }
    Dense v = Orthonormal.rows(normal(random, k, k), 0);
    double[] mean = new double[k];
    for (int i = 0; i < k; i++) {
      mean[i] = .2 + .2 * random.nextDouble();
      double deviation = Math.sqrt(random.nextDouble());
      for (int j = 0; j < k; j++) {
        v.set(i, j, deviation * v.get(i, j));
      }
    }
    boolean[][] z = new boolean[k][n];
    for (int i = 0; i < n; i++) {
      Dense g = normal(random, 1, k).times(v);
      for (int f = 0; f < k; f++) {
        z[f][i] = Math.round(mean[f] + g.get(0, f)) >= 1;
      }
    }
    List<BitVector> columns = new ArrayList<>();
    for (boolean[] column : z) {
      columns.add(BitVector.of(column));
    }
    return of(BinaryMatrix.ofColumns(n, columns), w, sigma, random);
  }

  /** Z W and noise. */
  static Clipped of(BinaryMatrix z, Dense w, double sigma, RandomStream random) {
    Matrix x = Matrix.allocate(z.rows(), w.cols());
    float[] row = new float[w.cols()];
    for (int i = 0; i < z.rows(); i++) {
      for (int j = 0; j < row.length; j++) {
        double sum = sigma * random.nextGaussian();
        for (int f = 0; f < w.rows(); f++) {
          sum += z.get(i, f) ? w.get(f, j) : 0;
        }
        row[j] = (float) sum;
      }
      x.setRow(i, row);
    }
    return new Clipped(x, z, w);
  }

  static Dense normal(RandomStream random, int rows, int cols) {
    Dense a = new Dense(rows, cols);
    for (int i = 0; i < rows * cols; i++) {
      a.values()[i] = random.nextGaussian();
    }
    return a;
  }

  /** ‖W − Ŵ‖²/(KD) for the best matching of rows; each of Ŵ stands for at most one of W. */
  public double error(Dense found) {
    int k = w.rows();
    double[] best = new double[1 << k];
    for (int set = 1; set < best.length; set++) {
      int feature = Integer.bitCount(set) - 1;
      best[set] = Double.POSITIVE_INFINITY;
      for (int f = 0; f < k; f++) {
        if ((set >> f & 1) != 0) {
          double sum = best[set & ~(1 << f)];
          for (int j = 0; j < w.cols(); j++) {
            double gap = w.get(feature, j) - (f < found.rows() ? found.get(f, j) : 0);
            sum += gap * gap;
          }
          best[set] = Math.min(best[set], sum);
        }
      }
    }
    return best[best.length - 1] / (k * w.cols());
  }
}
