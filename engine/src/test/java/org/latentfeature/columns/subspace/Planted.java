package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/** Problems X = Z W + noise whose columns a test chooses. */
public record Planted(Matrix x, BinaryMatrix z) {

  /** Says which rows have which feature. */
  public interface Bits {
    boolean at(int row, int feature);
  }

  public static Planted of(int n, int d, int k, double sigma, long seed, Bits bits) {
    List<BitVector> columns = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      boolean[] ones = new boolean[n];
      for (int i = 0; i < n; i++) {
        ones[i] = bits.at(i, c);
      }
      columns.add(BitVector.of(ones));
    }
    Matrix x = Matrix.allocate(n, d);
    float[] row = new float[d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        double sum = sigma * CounterRandom.normal(seed + 1, i, j);
        for (int c = 0; c < k; c++) {
          sum += columns.get(c).get(i) ? CounterRandom.normal(seed + 2, c, j) : 0;
        }
        row[j] = (float) sum;
      }
      x.setRow(i, row);
    }
    return new Planted(x, BinaryMatrix.ofColumns(n, columns));
  }

  /** Independent features, which a share {@code p} of the rows has. */
  public static Planted coins(int n, int d, int k, double sigma, double p, long seed) {
    return of(n, d, k, sigma, seed, (i, c) -> CounterRandom.uniform(seed, i, c) < p);
  }

  /** How many of {@code found} are columns of Z. */
  long exact(List<VerifiedColumn> found) {
    return found.stream().filter(column -> z.columns().contains(column.z())).count();
  }
}
