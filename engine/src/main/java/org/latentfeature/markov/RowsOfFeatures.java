package org.latentfeature.markov;

import java.util.stream.IntStream;
import org.latentfeature.step.coding.Paths;

/** Which rows have a feature, of given paths. */
final class RowsOfFeatures {

  private final int[][] rows;

  RowsOfFeatures(Paths paths, int features) {
    int[] count = new int[features];
    for (int i = 0; i < paths.count(); i++) {
      for (int a = 0; a < paths.length(i); a++) {
        count[paths.feature(i, a)]++;
      }
    }
    rows = IntStream.range(0, features).mapToObj(f -> new int[count[f]]).toArray(int[][]::new);
    for (int i = paths.count() - 1; i >= 0; i--) {
      for (int a = 0; a < paths.length(i); a++) {
        int f = paths.feature(i, a);
        rows[f][--count[f]] = i;
      }
    }
  }

  /** The rows with {@code feature}, ascending; not a copy. */
  int[] of(int feature) {
    return rows[feature];
  }

  /** The rows with any of {@code features}, ascending. */
  int[] ofAny(int[] features) {
    return IntStream.of(features).flatMap(f -> IntStream.of(rows[f])).sorted().distinct().toArray();
  }
}
