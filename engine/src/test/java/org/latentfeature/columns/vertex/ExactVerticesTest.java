package org.latentfeature.columns.vertex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;

class ExactVerticesTest {

  private static List<Vertex> find(RowSet set, int most, int threads) {
    return ExactVertices.find(set, most, true, threads, StopSignal.NEVER);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 12, 17, 20, 27, 31})
  void findsTheColumns(int k) {
    PlantedSpan span = PlantedSpan.of(4 * k + 3, k, 1e-6, k);
    RowSet set = span.set();
    List<Vertex> found = find(set, 4 * k, 2);
    Set<BitVector> columns = new HashSet<>();
    found.forEach(v -> columns.add(set.column(v)));
    assertEquals(Set.copyOf(span.columns()), columns);
    assertEquals(k, found.size());
  }

  /** All that the whole search finds within the tolerance, to the last bit. */
  @Test
  void equalsTheWholeSearch() {
    // Few rows, so that there are others than the columns.
    RowSet set = PlantedSpan.of(17, 13, 0, 3).set();
    List<Vertex> found = find(set, 100, 3);
    List<Vertex> nearest = VertexSearch.nearest(set, found.size() + 1, true, 1, StopSignal.NEVER);
    assertTrue(found.size() >= 13);
    assertEquals(nearest.subList(0, found.size()), found);
  }

  @Test
  void noiseHidesTheColumns() {
    assertEquals(List.of(), find(PlantedSpan.of(90, 20, 0.3, 1).set(), 20, 1));
  }

  /** B of one 1 a row: all of 2²⁴ combinations are vertices. */
  @Test
  void spansFullOfVerticesAreRefused() {
    int k = 24;
    Dense basis = new Dense(2 * k, k);
    for (int i = 0; i < 2 * k; i++) {
      basis.set(i, i % k, 1);
    }
    assertSays("more than 65,536 vertices", basis);
  }

  /** Sums of −1, 0 and 1 have no fractions, though most of them are no vertices. */
  @Test
  void wholeNumbersAreRefused() {
    int k = 24;
    Dense basis = new Dense(3 * k, k);
    for (int i = 0; i < 3 * k; i++) {
      for (int a = 0; a < k; a++) {
        int any = (int) (3 * CounterRandom.uniform(4, i, a)) - 1;
        basis.set(i, a, i < k ? (i == a ? 1 : 0) : any);
      }
    }
    assertSays("whole numbers", basis);
  }

  private static void assertSays(String words, Dense basis) {
    int[] first = IntStream.range(0, basis.cols()).toArray();
    RowSet set = RowSet.of(basis, new double[basis.rows()], first);
    ArithmeticException e =
        assertThrows(ArithmeticException.class, () -> find(set, basis.cols(), 2));
    assertTrue(String.valueOf(e.getMessage()).contains(words), e.getMessage());
  }

  @Test
  void moreThanFiftyRowsAreRefused() {
    RowSet set = PlantedSpan.of(60, 51, 0, 1).set();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> find(set, 51, 1));
    assertEquals(
        "the search needs 2 · 2^26 half sums; at most 2 · 2^25 are supported", e.getMessage());
  }

  @Test
  void stops() {
    RowSet set = PlantedSpan.of(60, 30, 0, 1).set();
    assertThrows(StoppedException.class, () -> ExactVertices.find(set, 30, true, 2, () -> true));
  }
}
