package org.latentfeature.columns.vertex;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;

/**
 * The span of Z M + noise for random M.
 *
 * @param basis orthonormal columns, N×K
 * @param columns of Z
 */
record PlantedSpan(Dense basis, List<BitVector> columns) {

  static PlantedSpan of(int n, int k, double sigma, long seed) {
    Dense rows = new Dense(k, n);
    List<BitVector> columns = new ArrayList<>();
    boolean[][] z = new boolean[k][n];
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < n; i++) {
        z[c][i] = CounterRandom.uniform(seed, i, c) < 0.5;
      }
      columns.add(BitVector.of(z[c]));
    }
    for (int r = 0; r < k; r++) {
      for (int i = 0; i < n; i++) {
        double sum = sigma * CounterRandom.normal(seed + 1, i, r);
        for (int c = 0; c < k; c++) {
          sum += z[c][i] ? CounterRandom.normal(seed + 2, c, r) : 0;
        }
        rows.set(r, i, sum);
      }
    }
    return new PlantedSpan(Orthonormal.rows(rows, 0).transpose(), columns);
  }

  /** The first of disjoint sets of rows. */
  RowSet set() {
    return RowSet.disjoint(basis, new double[basis.rows()], 1).get(0);
  }
}
