package org.latentfeature.columns.subspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

final class ColumnSearchTest {

  private static List<VerifiedColumn> search(Matrix x, int k) {
    return search(x, k, 0, StopSignal.NEVER);
  }

  private static List<VerifiedColumn> search(Matrix x, int k, long seed, StopSignal stop) {
    List<VerifiedColumn> found = new ArrayList<>();
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      ResidentRows rows = data.rows(List.of(new Moments.Limits()), StopSignal.NEVER);
      Spectrum spectrum = Spectrum.of(rows, backend.algebra(), StopSignal.NEVER);
      Spectrum.Leading leading = spectrum.leading(k);
      if (!leading.hasGap()) {
        return List.of(); // No fit would ask.
      }
      ColumnSearch.search(
          backend,
          rows,
          spectrum,
          leading,
          x.cols(),
          seed,
          stop,
          columns -> {
            found.clear();
            found.addAll(columns);
          });
    }
    return found;
  }

  /** Rare features, noise as large as a feature, fewer columns than rows and more. */
  @ParameterizedTest
  @CsvSource({
    "300, 40, 6, .01, .5",
    "300, 40, 6, .01, .08",
    "300, 60, 6, .5, .3",
    "120, 130, 5, .01, .9",
    "200, 7, 6, .001, .5",
    "60, 20, 1, .01, .5"
  })
  void plantedColumnsAreFound(int n, int d, int k, double sigma, double p) {
    Planted planted = Planted.coins(n, d, k, sigma, p, 11);
    List<VerifiedColumn> found = search(planted.x(), k);
    assertEquals(k, found.size());
    assertEquals(k, planted.exact(found), "and none as its complement");
  }

  @Test
  void dependentColumnsAreFound() {
    Planted pairs =
        Planted.of(
            400,
            40,
            8,
            .01,
            12,
            (i, c) ->
                CounterRandom.uniform(3, i, c / 2) < .5
                    ^ (c % 2 == 1 && CounterRandom.uniform(4, i, c) < .1));
    assertEquals(8, pairs.exact(search(pairs.x(), 8)));
    Planted chain =
        Planted.of(
            400,
            40,
            8,
            .01,
            13,
            (i, c) -> {
              int from = c;
              while (from > 0 && CounterRandom.uniform(5, i, from) < .8) {
                from--;
              }
              return CounterRandom.uniform(6, i, from) < .5;
            });
    assertEquals(8, chain.exact(search(chain.x(), 8)));
  }

  /** Centring takes it out of what is searched. */
  @Test
  void aFeatureOfAllRowsIsOneOfThem() {
    Planted planted =
        Planted.of(300, 40, 5, .01, 14, (i, c) -> c == 0 || CounterRandom.uniform(7, i, c) < .4);
    List<VerifiedColumn> found = search(planted.x(), 5);
    assertEquals(5, found.size());
    assertTrue(
        found.stream().anyMatch(column -> column.z().equals(planted.z().column(0))),
        "the constant column itself");
  }

  /** Weights that are no bits span no binary column. */
  @Test
  void nothingIsVerifiedWhereNothingIsBinary() {
    int k = 6;
    Matrix x = Matrix.allocate(300, 40);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 40; j++) {
        double sum = .01 * CounterRandom.normal(20, i, j);
        for (int c = 0; c < k; c++) {
          sum += CounterRandom.normal(21, i, c) * CounterRandom.normal(22, c, j);
        }
        x.set(i, j, (float) sum);
      }
    }
    assertEquals(List.of(), search(x, k));
  }

  /**
   * On both sides of N = .1 K², and at noise that hides rows' codes: found or not, but not false.
   */
  @Test
  void whatIsVerifiedIsNearATrueColumn() {
    for (long seed = 0; seed < 12; seed++) {
      int k = 4 + (int) (seed % 3) * 3;
      int n = (seed % 2 == 0 ? 2 : 12) * k;
      double sigma = seed % 4 < 2 ? .01 : 2;
      Planted planted = Planted.coins(n, 40, k, sigma, .5, 100 + seed);
      for (VerifiedColumn column : search(planted.x(), k)) {
        int nearest =
            planted.z().columns().stream()
                .mapToInt(z -> z.distance(column.z()))
                .min()
                .orElseThrow();
        assertTrue(
            nearest <= (sigma > 1 ? n / 10 : 0) || isInSpan(planted, column.z()),
            "seed " + seed + ": " + nearest + " of " + n + " rows");
      }
    }
  }

  /** Whether it is a combination of true columns and the constant: then no fit can tell. */
  private static boolean isInSpan(Planted planted, BitVector z) {
    int n = z.length();
    List<BitVector> columns = planted.z().columns();
    Dense rows = new Dense(columns.size() + 1, n);
    Dense sought = new Dense(1, n);
    for (int i = 0; i < n; i++) {
      rows.set(columns.size(), i, 1);
      sought.set(0, i, z.get(i) ? 1 : 0);
      for (int c = 0; c < columns.size(); c++) {
        rows.set(c, i, columns.get(c).get(i) ? 1 : 0);
      }
    }
    Dense inside = sought.timesTransposed(Orthonormal.rows(rows, 1e-9));
    return inside.squaredNorm() > (1 - 1e-9) * sought.squaredNorm();
  }

  /** Unions of disjoint columns are binary too: whichever are found make X as well. */
  @Test
  void exclusiveFeaturesGiveAsManyIndependentColumns() {
    Planted planted =
        Planted.of(
            400,
            40,
            6,
            .01,
            41,
            (i, c) -> {
              int one = (int) (CounterRandom.uniform(10, i, 0) * 4);
              return c < 3 ? one == c : CounterRandom.uniform(11, i, c) < .4;
            });
    List<VerifiedColumn> found = search(planted.x(), 6);
    assertEquals(6, found.size());
    Dense columns = new Dense(6, 400);
    for (int c = 0; c < 6; c++) {
      assertTrue(isInSpan(planted, found.get(c).z()));
      for (int i = 0; i < 400; i++) {
        columns.set(c, i, found.get(c).z().get(i) ? 1 : 0);
      }
    }
    assertEquals(6, Orthonormal.rows(columns, 1e-6).rows(), "none is a combination of others");
  }

  @Test
  void aSeedGivesTheSameColumns() {
    Planted planted = Planted.coins(100, 30, 7, .1, .5, 31);
    assertEquals(
        search(planted.x(), 7, 5, StopSignal.NEVER), search(planted.x(), 7, 5, StopSignal.NEVER));
  }

  @Test
  void itEndsWhenItIsToldTo() {
    Planted planted = Planted.coins(300, 40, 6, .01, .5, 32);
    AtomicInteger asked = new AtomicInteger();
    assertThrows(
        StoppedException.class,
        () -> search(planted.x(), 6, 0, () -> asked.incrementAndGet() > 40));
  }
}
