package org.latentfeature.ibp;

import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;

/**
 * The posterior of A given Z and an X of which entries are missing: column d is N(M_d ZᵀX_d, σx²
 * M_d), M_d = (Zᵀ diag(m_d) Z + rI)⁻¹ with m_d the rows that know it.
 *
 * @param mean K×D
 * @param variance σx² (M_d)_kk, K×D
 */
record KnownDictionary(Dense mean, Dense variance) {

  /**
   * Computes the posterior of A given one sample.
   *
   * @param x N×D, NaN where an entry is missing, in the units of {@code scales}
   */
  static KnownDictionary of(BinaryMatrix z, Scales scales, Matrix x) {
    int k = z.cols();
    KnownColumns known = KnownColumns.of(x);
    Dense sums = sums(z, x);
    Dense variance = new Dense(k, x.cols());
    Dense mean = new Dense(k, x.cols());
    for (int p = 0; p < known.patterns() && k > 0; p++) {
      Cholesky factor = Cholesky.of(regular(z, known.rows(p), scales.ratio()));
      Dense inverse = new Dense(k, k);
      for (int f = 0; f < k; f++) {
        inverse.set(f, f, 1);
      }
      factor.solve(inverse);
      for (int j = 0; j < x.cols(); j++) {
        if (known.pattern(j) == p) {
          for (int f = 0; f < k; f++) {
            double sum = 0;
            for (int g = 0; g < k; g++) {
              sum += inverse.get(f, g) * sums.get(g, j);
            }
            mean.set(f, j, sum);
            variance.set(f, j, scales.noise() * scales.noise() * inverse.get(f, f));
          }
        }
      }
    }
    return new KnownDictionary(mean, variance);
  }

  /** ZᵀX of the known entries. */
  private static Dense sums(BinaryMatrix z, Matrix x) {
    Dense sums = new Dense(z.cols(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int k = 0; k < z.cols(); k++) {
        for (int j = 0; z.get(i, k) && j < row.length; j++) {
          sums.values()[k * row.length + j] += Float.isNaN(row[j]) ? 0 : row[j];
        }
      }
    }
    return sums;
  }

  private static Dense regular(BinaryMatrix z, BitVector rows, double ratio) {
    Dense gram = new Dense(z.cols(), z.cols());
    for (int k = 0; k < gram.rows(); k++) {
      for (int l = 0; l <= k; l++) {
        int both = 0;
        for (int w = 0; w < BitVector.wordCount(rows.length()); w++) {
          both += Long.bitCount(z.column(k).word(w) & z.column(l).word(w) & rows.word(w));
        }
        gram.set(k, l, both + (k == l ? ratio : 0));
        gram.set(l, k, gram.get(k, l));
      }
    }
    return gram;
  }
}
