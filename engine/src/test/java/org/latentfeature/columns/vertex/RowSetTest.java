package org.latentfeature.columns.vertex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Dense;

class RowSetTest {

  private static final int N = 41;
  private static final int K = 7;

  private final PlantedSpan span = PlantedSpan.of(N, K, 0.3, 2);

  @Test
  void aPointHasTheEntriesOfItsCodeAndLiesInTheSubspace() {
    double[] shift = new double[N];
    for (int i = 0; i < N; i++) {
      shift[i] = 0.1 * i;
    }
    for (RowSet set : RowSet.disjoint(span.basis(), shift, 3)) {
      long code = 0b1011001;
      Dense point = new Dense(1, N);
      int a = 0;
      for (int i = 0; i < N; i++) {
        point.set(0, i, set.entry(i, code) - shift[i]);
        if (set.has(i)) {
          assertEquals((double) ((code >> a++) & 1), set.entry(i, code));
        }
      }
      assertEquals(K, a);
      Dense inside = point.times(span.basis()).timesTransposed(span.basis());
      for (int i = 0; i < N; i++) {
        assertEquals(point.get(0, i), inside.get(0, i), 1e-9);
      }
    }
  }

  @Test
  void setsAreDisjoint() {
    List<RowSet> sets = RowSet.disjoint(span.basis(), new double[N], 10);
    assertEquals(N / K, sets.size());
    Set<Integer> seen = new HashSet<>();
    for (RowSet set : sets) {
      for (int i = 0; i < N; i++) {
        assertTrue(!set.has(i) || seen.add(i));
      }
      assertEquals(N - K, set.others().length);
    }
  }

  /** Rows that are all alike give one set, and no second pivot. */
  @Test
  void dependentRowsMakeNoSet() {
    Dense basis = new Dense(6, 2);
    for (int i = 0; i < 6; i++) {
      basis.set(i, 0, i < 5 ? 1 : 0);
      basis.set(i, 1, i < 5 ? 2 : 1);
    }
    assertEquals(1, RowSet.disjoint(basis, new double[6], 4).size());
  }
}
