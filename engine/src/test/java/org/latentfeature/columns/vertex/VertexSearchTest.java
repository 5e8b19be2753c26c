package org.latentfeature.columns.vertex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;

class VertexSearchTest {

  private static List<Vertex> nearest(RowSet set, int most, boolean linear, int threads) {
    return VertexSearch.nearest(set, most, linear, threads, StopSignal.NEVER);
  }

  private static List<Vertex> byBruteForce(RowSet set, int most, boolean linear) {
    return LongStream.range(linear ? 1 : 0, 1L << set.size())
        .mapToObj(set::vertex)
        .sorted()
        .limit(most)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 0",
    "1, 7, 0.1",
    "2, 2, 0",
    "2, 31, 0.3",
    "3, 5, 1",
    "4, 101, 0.1",
    "5, 13, 0.5",
    "7, 37, 3",
    "8, 23, 0",
    "9, 211, 0.2",
    "10, 67, 0.5",
    "11, 1103, 0.3",
    "12, 53, 0.1"
  })
  void equalsBruteForce(int k, int n, double sigma) {
    RowSet set = PlantedSpan.of(n, k, sigma, 100 + k).set();
    for (int most : new int[] {1, k + 1, 4 * k}) {
      assertEquals(byBruteForce(set, most, true), nearest(set, most, true, 1));
    }
  }

  /** The planted vertices come first, though no more than 512 rows were compared. */
  @Test
  void ofManyRowsASampleTells() {
    RowSet set = PlantedSpan.of(VertexSearch.MANY_ROWS + 40, 9, 0.2, 11).set();
    assertEquals(byBruteForce(set, 9, true), nearest(set, 9, true, 1));
  }

  @ParameterizedTest
  @CsvSource({"2, 19", "5, 29", "9, 61", "12, 43"})
  void equalsBruteForceInAShiftedSubspace(int k, int n) {
    PlantedSpan span = PlantedSpan.of(n, k, 0.2, 7);
    double[] shift = new double[n];
    for (int i = 0; i < n; i++) {
      shift[i] = CounterRandom.uniform(3, i, 0);
    }
    RowSet set = RowSet.disjoint(span.basis(), shift, 1).get(0);
    assertEquals(byBruteForce(set, k + 1, false), nearest(set, k + 1, false, 1));
  }

  /** Entries of B in {−1, 0, ½, 1}: hardly two distances differ. */
  @Test
  void ofEqualDistancesTheSmallestCodesAreTaken() {
    int k = 10;
    int n = 47;
    Dense basis = new Dense(n, k);
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < k; a++) {
        int any = (int) (4 * CounterRandom.uniform(5, i, a));
        basis.set(i, a, i < k ? (i == a ? 1 : 0) : new double[] {-1, 0, 0.5, 1}[any]);
      }
    }
    int[] first = LongStream.range(0, k).mapToInt(a -> (int) a).toArray();
    RowSet set = RowSet.of(basis, new double[n], first);
    List<Vertex> expected = byBruteForce(set, 60, true);
    Set<Double> distances = new HashSet<>();
    expected.forEach(v -> distances.add(v.distance()));
    assertTrue(distances.size() < 40, () -> distances.size() + " distances");
    for (int most : new int[] {5, 17, 60}) {
      assertEquals(expected.subList(0, most), nearest(set, most, true, 1));
      assertEquals(expected.subList(0, most), nearest(set, most, true, 3));
    }
  }

  @Test
  void threadsChangeNothing() {
    RowSet set = PlantedSpan.of(83, 17, 0.7, 4).set();
    List<Vertex> one = nearest(set, 50, true, 1);
    assertEquals(one, nearest(set, 50, true, 2));
    assertEquals(one, nearest(set, 50, true, 5));
  }

  @Test
  void findsTheColumnsOfNoisyRows() {
    PlantedSpan span = PlantedSpan.of(197, 18, 0.005, 11);
    RowSet set = span.set();
    List<Vertex> found = nearest(set, 19, true, 2);
    Set<BitVector> columns = new HashSet<>();
    found.subList(0, 18).forEach(v -> columns.add(set.column(v)));
    assertEquals(Set.copyOf(span.columns()), columns);
    assertTrue(found.get(18).distance() > 3 * found.get(17).distance());
  }

  /** N = k: every code is a vertex. */
  @Test
  void aSetOfAllRowsHasNoDistances() {
    RowSet set = PlantedSpan.of(6, 6, 0.1, 1).set();
    List<Vertex> found = nearest(set, 100, true, 2);
    assertEquals(63, found.size());
    assertEquals(new Vertex(63, 0), found.get(62));
  }

  @Test
  void moreThanThirtyRowsAreRefused() {
    RowSet set = PlantedSpan.of(40, 31, 0, 1).set();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> nearest(set, 32, true, 1));
    assertEquals("the search needs 2^31 vertices; at most 2^30 are supported", e.getMessage());
  }

  @Test
  void stops() {
    RowSet set = PlantedSpan.of(40, 20, 1, 1).set();
    assertThrows(StoppedException.class, () -> VertexSearch.nearest(set, 21, true, 2, () -> true));
  }
}
