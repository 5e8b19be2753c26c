package org.latentfeature.columns.difference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.metrics.Hamming;

class DifferenceSearchTest {

  private static DifferenceSearch.Result search(Matrix x, int k, int threads) {
    DifferenceSearch.Result found = DifferenceSearch.search(x, k, 3, threads, StopSignal.NEVER);
    assertNotNull(found);
    return found;
  }

  private static int count(Matrix x) {
    return DifferenceSearch.count(x, DifferenceSearch.MOST_FEATURES, 3, 2, StopSignal.NEVER);
  }

  private static void assertFound(Overcomplete data, DifferenceSearch.Result found) {
    assertTrue(found.isSettled());
    assertEquals(Set.copyOf(data.z().columns()), Set.copyOf(found.z().columns()));
  }

  @ParameterizedTest
  @CsvSource({"1200, 4, 8, .5, .03", "1200, 4, 8, .3, .03"})
  void moreFeaturesThanColumnsAreFound(int n, int d, int k, double share, double noise) {
    assertFoundAndCounted(n, d, k, share, noise);
  }

  /**
   * A feature shorter than the radius of a mode has none: in its place, a sum of it with another
   * one, or any sum, is a generator.
   */
  @Tag("whole")
  @ParameterizedTest
  @ValueSource(longs = {2, 4})
  void shortFeaturesAreFound(long seed) {
    Dense w = Overcomplete.normal(10, 8, seed);
    lengthen(w, 0, 1 / w.rowNorm(0));
    assertNearlyFound(w, seed);
  }

  /** Two features nearer each other than their modes are wide are not one. */
  @Tag("whole")
  @ParameterizedTest
  @ValueSource(longs = {3, 6})
  void featuresNearEachOtherAreFound(long seed) {
    Dense w = Overcomplete.normal(10, 8, seed);
    Dense beside = Overcomplete.normal(1, 8, seed + 9);
    for (int c = 0; c < 8; c++) {
      w.set(1, c, w.get(0, c) + 1.2 * beside.get(0, c) / beside.rowNorm(0));
    }
    assertNearlyFound(w, seed);
  }

  private static void lengthen(Dense w, int row, double factor) {
    for (int c = 0; c < w.cols(); c++) {
      w.set(row, c, factor * w.get(row, c));
    }
  }

  private static void assertNearlyFound(Dense w, long seed) {
    int n = 2000;
    BinaryMatrix z = Overcomplete.codes(n, w.rows(), .4, seed);
    Matrix x = Overcomplete.rows(z, w, .3, seed + 2);
    int[] nearest =
        new SubsetSums(w)
            .nearest(
                Points.of(x, IntStream.range(0, n).toArray()),
                new float[w.cols()],
                2,
                StopSignal.NEVER)
            .codes();
    long wrong =
        IntStream.range(0, n).mapToLong(i -> Integer.bitCount(nearest[i] ^ code(z, i))).sum();
    double byTruth = (double) wrong / (n * w.rows());
    assertEquals(byTruth, Hamming.oneToOne(z, search(x, w.rows(), 2).z()), .2 * byTruth + .002);
  }

  private static int code(BinaryMatrix z, int row) {
    return IntStream.of(z.columnsOf(row)).map(c -> 1 << c).sum();
  }

  @Tag("whole")
  @Test
  void moreFeaturesThanColumnsAreFoundInNoise() {
    assertFoundAndCounted(800, 6, 7, .4, .2);
  }

  private static void assertFoundAndCounted(int n, int d, int k, double share, double noise) {
    Overcomplete data = Overcomplete.independent(n, d, k, share, noise, 5);
    assertFound(data, search(data.x(), k, 2));
    assertEquals(k, count(data.x()));
  }

  @ParameterizedTest
  @CsvSource({"6000, 1, 5, .05", "9000, 3, 9, .05", "6000, 2, 6, 0"})
  void jumpsOfRowsInOrderAreFeatures(int n, int d, int k, double noise) {
    Overcomplete data = Overcomplete.inOrder(n, d, k, noise, 7);
    assertFound(data, search(data.x(), k, 2));
    assertEquals(k, count(data.x()));
  }

  /** Of neighbours in order only those that jump count: 7 of 40 rows. */
  @Test
  void orderIsUsed() {
    Overcomplete data = Overcomplete.inOrder(6000, 2, 7, .05, 7);
    assertTrue(Differences.isInOrder(data.x(), 3));
    assertEquals(6000 * 7 * .025, (double) Differences.ofNeighbours(data.x(), 3).count(), 150);
    assertEquals(.05 * Math.sqrt(2), Differences.ofNeighbours(data.x(), 3).noise(), .003);
    Matrix independent = Overcomplete.independent(500, 3, 5, .5, .1, 5).x();
    assertFalse(Differences.isInOrder(independent, 3));
  }

  /**
   * In two columns some of the sums are near each other and have as many votes as a feature, but
   * rows are near no sum but theirs.
   */
  @ParameterizedTest
  @ValueSource(longs = {8, 19, 22})
  void sumsThatAreNearEachOtherHideNoFeatures(long seed) {
    Overcomplete data = Overcomplete.independent(1500, 2, 6, .5, .02, seed);
    DifferenceSearch.Result found = search(data.x(), 6, 2);
    assertTrue(found.isSettled());
    assertTrue(Hamming.oneToOne(data.z(), found.z()) < .003);
  }

  /** Signs of features that one row of 25 has: a hundred rows do not tell them. */
  @Test
  void signsOfRareFeaturesAreFound() {
    Overcomplete data = Overcomplete.independent(2000, 2, 5, .04, .02, 13);
    assertTrue(Hamming.oneToOne(data.z(), search(data.x(), 5, 2).z()) < .01);
  }

  /** A feature that only its difference from another stands for at first, among many modes. */
  @Tag("whole")
  @Test
  void modesThatPairsLeadToAreCountedWithTheOthers() {
    Overcomplete data = Overcomplete.independent(1200, 8, 10, .5, .3, 1);
    assertTrue(Hamming.oneToOne(data.z(), search(data.x(), 10, 2).z()) < .03);
  }

  /** One feature fewer than there are leaves its differences unexplained. */
  @Test
  void fewerFeaturesThanThereAreDoNotSettle() {
    Matrix x = Overcomplete.independent(1200, 4, 8, .5, .03, 5).x();
    DifferenceSearch.Result found = DifferenceSearch.search(x, 7, 3, 2, StopSignal.NEVER);
    assertTrue(found == null || !found.isSettled());
  }

  /** Sorted rows have few jumps, of many features at once: all pairs settle them. */
  @Tag("whole")
  @Test
  void sortedRowsAreNotInOrderOfTime() {
    Overcomplete data = Overcomplete.independent(1200, 4, 7, .5, .03, 5);
    int[] sorted =
        IntStream.range(0, data.x().rows())
            .boxed()
            .sorted(Comparator.comparing(i -> Arrays.toString(data.z().columnsOf(i))))
            .mapToInt(i -> i)
            .toArray();
    Matrix x = data.x().selectRows(sorted);
    assertTrue(Differences.isInOrder(x, 3));
    assertTrue(search(x, 7, 2).isSettled());
    assertEquals(7, count(x));
  }

  /** Sums that are closer together than the noise: any W explains the rows, and all is dense. */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({"1, 4", "2, 1"})
  void sumsDenserThanTheNoiseSettleNothing(int d, double noise) {
    Matrix x = Overcomplete.inOrder(700, d, 8, noise, 7).x();
    DifferenceSearch.Result found = DifferenceSearch.search(x, 8, 3, 2, StopSignal.NEVER);
    assertTrue(found == null || !found.isSettled());
    assertEquals(0, count(x));
  }

  @Test
  void workIsStopped() {
    Matrix x = Overcomplete.independent(500, 4, 6, .5, .03, 5).x();
    assertThrows(StoppedException.class, () -> DifferenceSearch.search(x, 6, 3, 2, () -> true));
  }

  @Test
  void equalRowsHaveNoDifferences() {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {1, 2}, {1, 2}});
    assertNull(DifferenceSearch.search(x, 1, 3, 2, StopSignal.NEVER));
    assertEquals(0, count(x));
  }

  @Tag("whole")
  @Test
  void noiseHasNoFeatures() {
    Matrix x = Overcomplete.independent(600, 5, 1, 0, 1, 9).x();
    assertEquals(0, count(x));
  }

  @Tag("whole")
  @Test
  void resultsAreTheSameOnEveryRun() {
    Overcomplete data = Overcomplete.independent(900, 5, 8, .5, .03, 5);
    assertEquals(search(data.x(), 8, 2).z(), search(data.x(), 8, 2).z());
    assertEquals(
        Set.copyOf(search(data.x(), 8, 1).z().columns()),
        Set.copyOf(search(data.x(), 8, 3).z().columns()));
  }
}
