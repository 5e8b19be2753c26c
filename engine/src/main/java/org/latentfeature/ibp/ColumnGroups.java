package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.KnownColumns;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;

/**
 * The columns of X in groups that the same rows know: one where nothing is missing. Columns that
 * are zero belong to none, as the model is of the others.
 */
final class ColumnGroups {

  /**
   * One group.
   *
   * @param columns of X, from 0
   * @param rows that know them
   * @param squaredNorm ‖·‖² of their known entries
   */
  record Group(List<Integer> columns, int rows, double squaredNorm) {}

  private final boolean[] isIn;
  private final List<Group> groups;

  private ColumnGroups(int cols, List<Group> groups) {
    this.groups = List.copyOf(groups);
    isIn = new boolean[cols];
    groups.forEach(group -> group.columns().forEach(j -> isIn[j] = true));
  }

  /** Groups the columns of {@code x}, where NaN is missing. */
  static ColumnGroups of(Matrix x) {
    KnownColumns known = KnownColumns.of(x);
    double[] squares = new double[x.cols()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        squares[j] += Float.isNaN(row[j]) ? 0 : (double) row[j] * row[j];
      }
    }
    List<Group> groups = new ArrayList<>();
    for (int p = 0; p < known.patterns(); p++) {
      List<Integer> columns = new ArrayList<>();
      double sum = 0;
      for (int j = 0; j < squares.length; j++) {
        if (known.pattern(j) == p && squares[j] > 0) {
          columns.add(j);
          sum += squares[j];
        }
      }
      if (!columns.isEmpty()) {
        groups.add(new Group(List.copyOf(columns), known.known(columns.get(0)), sum));
      }
    }
    return new ColumnGroups(x.cols(), groups);
  }

  /** Returns whether column {@code j} belongs to a group. */
  boolean has(int j) {
    return isIn[j];
  }

  /** Computes the statistics of X about A given {@code z}: two sums over the rows. */
  DictionaryStatistics statistics(Factorisation steps, Incidence z) {
    int k = z.columns();
    if (k == 0) {
      Dense none = new Dense(0, 0);
      return new DictionaryStatistics(
          groups, groups.stream().map(group -> none).toList(), none, new Dense(0, isIn.length));
    }
    Factorisation.Products products = steps.products(z, 0);
    return new DictionaryStatistics(
        groups, grams(steps, z, products.gram()), products.gram(), products.cross());
  }

  private List<Dense> grams(Factorisation steps, Incidence z, Dense whole) {
    if (groups.size() == 1) {
      return List.of(whole);
    }
    int[] first = groups.stream().mapToInt(group -> group.columns().get(0)).toArray();
    Dense packed = steps.columnGrams(z, first);
    List<Dense> grams = new ArrayList<>();
    for (int g = 0; g < first.length; g++) {
      Dense gram = new Dense(z.columns(), z.columns());
      int at = g * packed.cols();
      for (int k = 0; k < gram.rows(); k++) {
        for (int l = 0; l <= k; l++, at++) {
          gram.set(k, l, packed.values()[at]);
          gram.set(l, k, packed.values()[at]);
        }
      }
      grams.add(gram);
    }
    return grams;
  }
}
