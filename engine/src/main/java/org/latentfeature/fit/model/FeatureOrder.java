package org.latentfeature.fit.model;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.LearnedColumns;

/**
 * The order in which the features of a new model are numbered: by what they explain, the most
 * first. A feature of n rows and the component w explains n‖w‖²: with a least-squares dictionary
 * the squared error grows by just that when the feature is left out and all else stays. A saved
 * model keeps its numbers.
 */
public final class FeatureOrder {

  private FeatureOrder() {}

  /**
   * The places of the features, from 0, that of the most explaining first; equal ones in their
   * order.
   *
   * @param w dictionary, K×D
   * @param rows number of rows that have each of the K features; need not be whole
   */
  public static int[] of(Dense w, double[] rows) {
    Dense known = LearnedColumns.of(w).dictionary();
    double[] explained = new double[w.rows()];
    for (int k = 0; k < explained.length; k++) {
      double norm = known.rowNorm(k);
      explained[k] = rows[k] * norm * norm;
    }
    return IntStream.range(0, explained.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer k) -> -explained[k]))
        .mapToInt(k -> k)
        .toArray();
  }
}
