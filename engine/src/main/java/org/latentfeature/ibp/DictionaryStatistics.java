package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;

/**
 * The statistics of X about A given Z: ZᵀZ and ZᵀX, over the rows that know each group of columns.
 * Given Z, the columns of A are independent, N(Ā_d, σx² M) with M = (ZᵀZ + rI)⁻¹ and Ā_d = M ZᵀX_d.
 */
final class DictionaryStatistics {

  private final List<ColumnGroups.Group> groups;
  private final List<Dense> grams;
  private final Dense gram;
  private final Dense cross;

  /**
   * Sums over rows.
   *
   * @param grams ZᵀZ of the rows that know each group
   * @param gram ZᵀZ, K×K
   * @param cross ZᵀX of the known entries, K×D
   */
  DictionaryStatistics(
      List<ColumnGroups.Group> groups, List<Dense> grams, Dense gram, Dense cross) {
    this.groups = groups;
    this.grams = grams;
    this.gram = gram;
    this.cross = cross;
  }

  /** K. */
  int features() {
    return gram.rows();
  }

  /** ZᵀZ, K×K. */
  Dense gram() {
    return gram;
  }

  /** Number of rows with feature {@code k}. */
  int count(int k) {
    return (int) gram.get(k, k);
  }

  /** log p(X | Z) at any σ. */
  Evidence evidence() {
    List<Evidence> all = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      ColumnGroups.Group group = groups.get(g);
      Dense own = columns(group);
      all.add(
          new ColumnEvidence(
              group.rows(),
              group.columns().size(),
              group.squaredNorm(),
              grams.get(g),
              own.timesTransposed(own)));
    }
    return Evidence.of(all);
  }

  /**
   * A draw of A from its posterior, K×D; 0 where X is.
   *
   * @param seed of this draw, addressed by feature and column
   */
  Dense draw(Scales scales, long seed) {
    int k = features();
    Dense a = new Dense(k, cross.cols());
    for (int g = 0; g < groups.size(); g++) {
      Dense regular = grams.get(g).copy();
      for (int f = 0; f < k; f++) {
        regular.set(f, f, regular.get(f, f) + scales.ratio());
      }
      Cholesky factor = Cholesky.of(regular);
      ColumnGroups.Group group = groups.get(g);
      // With ZᵀZ + rI = LLᵀ, Ā + σx L⁻ᵀ ε = (LLᵀ)⁻¹ (ZᵀX + σx L ε).
      Dense normal = new Dense(k, group.columns().size());
      for (int f = 0; f < k; f++) {
        for (int c = 0; c < normal.cols(); c++) {
          normal.set(f, c, scales.noise() * CounterRandom.normal(seed, f, group.columns().get(c)));
        }
      }
      Dense drawn = factor.solve(columns(group).plus(factor.lower().times(normal)));
      for (int c = 0; c < drawn.cols(); c++) {
        for (int f = 0; f < k; f++) {
          a.set(f, group.columns().get(c), drawn.get(f, c));
        }
      }
    }
    return a;
  }

  private Dense columns(ColumnGroups.Group group) {
    int n = group.columns().size();
    Dense own = new Dense(cross.rows(), n);
    for (int c = 0; c < n; c++) {
      for (int f = 0; f < own.rows(); f++) {
        own.set(f, c, cross.get(f, group.columns().get(c)));
      }
    }
    return own;
  }
}
