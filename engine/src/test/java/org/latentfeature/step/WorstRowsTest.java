package org.latentfeature.step;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.random.CounterRandom;

class WorstRowsTest {

  private static final double[] ERRORS =
      IntStream.range(0, 23)
          .mapToDouble(i -> Math.pow(CounterRandom.normal(4, i, 0), 2) + i % 3)
          .toArray();

  /** Rows in two parts, of which one may have fewer than are kept. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 11, 22})
  void partsComeToWhatAllRowsDo(int cut) {
    int most = 5;
    int n = ERRORS.length;
    WorstRows found =
        WorstRows.of(Arrays.copyOf(ERRORS, cut), most)
            .plus(WorstRows.of(Arrays.copyOfRange(ERRORS, cut, n), most).from(cut));
    assertEquals(WorstRows.of(ERRORS, most).rows(), found.rows());
    assertEquals(n, found.count());
    double[] sorted = ERRORS.clone();
    Arrays.sort(sorted);
    double[] rest = Arrays.copyOf(sorted, n - most);
    double mean = Arrays.stream(rest).average().orElseThrow();
    double variance = Arrays.stream(rest).map(e -> (e - mean) * (e - mean)).average().orElseThrow();
    assertEquals(
        Arrays.stream(sorted, n - most, n).average().orElseThrow(), found.meanOfWorst(), 1e-12);
    assertEquals(mean, found.meanOfRest(), 1e-12);
    assertEquals(Math.sqrt(variance), found.spreadOfRest(), 1e-12);
  }
}
