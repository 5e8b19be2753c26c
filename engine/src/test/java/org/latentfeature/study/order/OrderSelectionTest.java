package org.latentfeature.study.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.difference.Overcomplete;
import org.latentfeature.data.DataException;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MeterProblem;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.data.Rows;
import org.latentfeature.data.SparseRows;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.ChosenCount;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.io.MatrixReader;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.io.ReadOptions;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.study.order.OrderSelection.Options;

class OrderSelectionTest {

  private static final Backend BACKEND = Backends.open("java", 0).backend();

  /** Noise of unequal columns: both spectral counts are wrong, and too few rows to measure it. */
  private static final SyntheticProblem UNEQUAL = unequal(150, 160, 5, 3);

  private static SyntheticProblem unequal(int rows, int cols, int features, double sigma) {
    return new DenseProblem(
            rows,
            cols,
            features,
            sigma,
            Prevalence.HALF,
            FeatureDependence.NONE,
            NoiseShape.COLUMNS,
            1)
        .inMemory();
  }

  @AfterAll
  static void close() {
    BACKEND.close();
  }

  private static ChosenCount choose(Rows x) {
    try (LoadedData data = new LoadedData(BACKEND, x)) {
      return OrderSelection.choose(data, Options.DEFAULT, FitListener.SILENT);
    }
  }

  private static ChosenCount choose(Matrix x, Options options, OrderSelection.Paths paths) {
    try (LoadedData data = new LoadedData(BACKEND, x)) {
      return new OrderSelection(data, options, FitListener.SILENT, paths, k -> Double.NaN).choose();
    }
  }

  private static Matrix noise(int rows, int cols) {
    Matrix x = Matrix.allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        x.set(i, j, (float) CounterRandom.normal(5, i, j));
      }
    }
    return x;
  }

  @ParameterizedTest
  @CsvSource({"200, 60, 3, 1", "60, 200, 4, .5", "300, 60, 9, 1", "100, 50, 6, 0"})
  void whereBothSpectraAgreeNothingIsFitted(int rows, int cols, int features, double sigma) {
    SyntheticProblem problem = SyntheticProblem.dense(rows, cols, features, sigma, 1);
    ChosenCount chosen =
        choose(
            problem.x(),
            Options.DEFAULT,
            (x, options, listener) -> {
              throw new AssertionError("a path is not needed");
            });
    assertEquals(
        new ChosenCount(
            features,
            ChosenCount.SPECTRAL,
            Map.of("gavish_donoho", features, "kritchman_nadler", features),
            List.of()),
        chosen);
  }

  /** Disjoint squares on images, of which four fifths of the pixels are always zero. */
  @Test
  void pixelsThatAreAlwaysZeroAreNoNoise() {
    assertEquals(4, choose(SyntheticProblem.generate("syn0", 2).x()).features());
  }

  /** They span one dimension more than they vary in. */
  @Test
  void featuresOfWhichEachRowHasOneAreAllCounted() {
    Matrix x = noise(200, 40);
    for (int i = 0; i < 200; i++) {
      for (int j = 0; j < 40; j++) {
        x.set(i, j, .3f * x.get(i, j) + (float) CounterRandom.normal(6, i % 3, j));
      }
    }
    ChosenCount chosen = choose(x);
    assertEquals(3, chosen.features());
    assertEquals(2, chosen.counts().get("kritchman_nadler"));
  }

  /** Of more features than columns there are no singular values to count. */
  @Test
  void differencesAreCountedWhereFeaturesAreMoreThanColumns() {
    ChosenCount chosen = choose(Overcomplete.independent(1200, 4, 8, .4, .03, 5).x());
    assertEquals(8, chosen.features());
    assertEquals(ChosenCount.DIFFERENCES, chosen.rule());
    assertTrue(chosen.toString().startsWith("K = 8: so many differences of rows stand out"));
  }

  /** Noise of unequal columns raises both counts, but not those of its scaled view. */
  /** Two singular values of two columns: a large one, and one that may be noise or features. */
  @Test
  void twoColumnsDoNotTellNoiseFromFeatures() {
    for (int seed = 1; seed < 4; seed++) {
      Matrix x = new MeterProblem(3000, 2, 5, 5, seed).inMemory().x();
      ChosenCount chosen = choose(x);
      assertEquals(5, chosen.features(), chosen::toString);
      assertEquals(ChosenCount.DIFFERENCES, chosen.rule());
    }
  }

  @Test
  void columnsInUnitsOfTheirNoiseAreCounted() {
    ChosenCount scaled = choose(unequal(200, 40, 5, 1).x());
    assertEquals(5, scaled.features());
    assertEquals(ChosenCount.SCALED, scaled.rule());
    assertEquals(
        "K = 5: both spectral counts are 5 with columns in units of their noise",
        scaled.toString());
  }

  /** Student's t of 2 degrees raises both counts, of X as it is and in units of its noise. */
  @Test
  void outlyingEntriesAreClipped() {
    Matrix x = SyntheticProblem.dense(600, 40, 6, 0, 2).x();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double square = 0;
        for (int df = 0; df < 2; df++) {
          square += Math.pow(CounterRandom.normal(7 + df, i, j), 2) / 2;
        }
        x.set(i, j, x.get(i, j) + (float) (.3 * CounterRandom.normal(6, i, j) / Math.sqrt(square)));
      }
    }
    ChosenCount chosen = choose(x);
    assertEquals(6, chosen.features(), chosen::toString);
    assertEquals(ChosenCount.SCALED_CLIPPED, chosen.rule());
  }

  /** Below the threshold for the whole of X, but above the eigenvalues of its noise. */
  @Test
  void faintFeaturesOfWideAndLongDataAreCounted() {
    Matrix x = faint();
    ChosenCount chosen = choose(x);
    assertEquals(5, chosen.features(), chosen::toString);
    assertEquals(ChosenCount.EQUAL_NOISE, chosen.rule());
    ChosenCount turned = choose(SyntheticProblem.dense(2000, 40, 6, 3.5, 2).x());
    assertEquals(6, turned.features(), turned::toString);
    assertEquals(ChosenCount.EQUAL_NOISE, turned.rule());
  }

  /** Eigenvalues of unequal noise stand out as those of features do. */
  @Test
  void wideRowsOfUnequalNoiseAreNotCounted() {
    Matrix x = faint();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        x.set(i, j, x.get(i, j) + (i % 4) * 3 * (float) CounterRandom.normal(8, i, j));
      }
    }
    assertThrows(
        StoppedException.class,
        () ->
            choose(
                x,
                Options.DEFAULT,
                (unseen, options, listener) -> {
                  throw new StoppedException();
                }));
  }

  private static Matrix faint() {
    Matrix x = noise(80, 1600);
    for (int i = 0; i < x.rows(); i++) {
      for (int k = 0; k < 5; k++) {
        if (CounterRandom.uniform(3, i, k) < .4) {
          for (int j = 320 * k; j < 320 * (k + 1); j++) {
            x.set(i, j, x.get(i, j) + .5f);
          }
        }
      }
    }
    return x;
  }

  /** Rows of which an entry is on if any of its features is: what Z W misses has a spectrum too. */
  @Test
  void theOnlyLargeFallCountsFeaturesOfAnotherModel() {
    Matrix x = Matrix.allocate(1000, 60);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        boolean isOn = CounterRandom.uniform(9, i, j) < .02;
        for (int k = 0; k < 6; k++) {
          isOn |= CounterRandom.uniform(4, i, k) < .3 && CounterRandom.uniform(5, k, j) < .25;
        }
        x.set(i, j, isOn ? 1 : 0);
      }
    }
    ChosenCount chosen = choose(x);
    assertEquals(6, chosen.features(), chosen::toString);
    assertEquals(ChosenCount.GAP, chosen.rule());
  }

  @Test
  void otherwiseHeldOutEntriesDecide() {
    PlantedPaths paths = new PlantedPaths(UNEQUAL, Ending.CONVERGED);
    ChosenCount chosen = choose(UNEQUAL.x(), new Options(9, 3, null), paths);
    assertEquals(5, chosen.features());
    assertEquals(ChosenCount.HELD_OUT, chosen.rule());
    assertEquals(10, chosen.table().size());
    assertEquals(5, chosen.counts().get("description_length"));
    assertNotEquals(5, chosen.counts().get("gavish_donoho"));
    int least = chosen.counts().getOrDefault("held_out_least", -1);
    double best = chosen.table().get(least).heldOutRmse();
    for (ChosenCount.Candidate candidate : chosen.table()) {
      assertTrue(candidate.heldOutRmse() >= best, candidate::toString);
    }
    assertTrue(chosen.table().get(9).heldOutRmse() > chosen.table().get(9).rmse());
    assertEquals(0, chosen.table().get(least).standardError());
    assertEquals(9, paths.asked.get(0).k());
    assertEquals(3, paths.asked.get(0).seed());
    assertNull(paths.asked.get(0).timeLimit());
  }

  @Tag("whole")
  @Test
  void theMaximumIsTwiceTheSingularValuesThatStandOutOrAllThatCouldBe() {
    PlantedPaths paths = new PlantedPaths(UNEQUAL, Ending.CONVERGED);
    ChosenCount chosen = choose(UNEQUAL.x(), Options.DEFAULT, paths);
    int standing = chosen.counts().getOrDefault("gavish_donoho", 0);
    assertTrue(standing > 5 && standing < 30, chosen::toString);
    Matrix x = UNEQUAL.x().selectRows(CounterRandom.permutation(2, 150));
    x.set(3, 5, Float.NaN);
    choose(x, Options.DEFAULT, paths);
    assertEquals(List.of(2 * standing, 60), paths.asked.stream().map(LassoOptions::k).toList());
  }

  @Test
  void theOrderOfTheRowsMakesNoDifference() {
    int[] order = CounterRandom.permutation(1, 150);
    Options options = new Options(7, 0, null);
    PlantedPaths paths = new PlantedPaths(UNEQUAL, Ending.CONVERGED);
    assertEquals(
        choose(UNEQUAL.x(), options, paths), choose(UNEQUAL.x().selectRows(order), options, paths));
  }

  /** With the real fits. */
  @Test
  void unequalNoiseDoesNotHideTheTruth() {
    Matrix x = unequal(60, 20, 2, 1).x();
    ChosenCount chosen = chooseUpTo3(x);
    assertEquals(2, chosen.features());
    assertEquals(ChosenCount.HELD_OUT, chosen.rule());
    assertEquals(chosen, chooseUpTo3(x.selectRows(CounterRandom.permutation(3, 60))));
    x.set(5, 7, Float.NaN);
    assertEquals(2, chooseUpTo3(x).features());
  }

  private static ChosenCount chooseUpTo3(Matrix x) {
    try (LoadedData data = new LoadedData(BACKEND, x)) {
      return OrderSelection.choose(data, new Options(3, 0, null), FitListener.SILENT);
    }
  }

  /** Also with the real fit of all entries, which no feature is worth. */
  @Test
  void noiseAloneHasNone() {
    ChosenCount chosen = choose(noise(50, 12));
    assertEquals(0, chosen.features());
    assertEquals(ChosenCount.DESCRIPTION, chosen.rule());
    assertEquals(7, chosen.table().size());
    assertTrue(chosen.toString().startsWith("no feature found: X looks like noise ("));
  }

  /**
   * Rows of one category each: all singular values are alike, as those of noise, but none is left.
   */
  @ParameterizedTest
  @CsvSource({"120, 6", "20, 8"})
  void oneHotRowsAreExact(int rows, int categories) {
    Matrix x = Matrix.allocate(rows, categories);
    boolean[] occurs = new boolean[categories];
    for (int i = 0; i < rows; i++) {
      int category = (int) (categories * CounterRandom.uniform(1, i, 0));
      x.set(i, category, 1);
      occurs[category] = true;
    }
    ChosenCount chosen = choose(x);
    long count = IntStream.range(0, categories).filter(c -> occurs[c]).count();
    assertEquals(count, chosen.features());
    assertEquals(ChosenCount.EXACT, chosen.rule());
    assertTrue(chosen.toString().startsWith("K = " + count + ": they fit X without an error ("));
  }

  /** Counts of two columns recur, but no two features make nine different rows. */
  @Test
  void recurringRowsOfNoiseAreNotExact() {
    Matrix x = Matrix.allocate(120, 2);
    for (int i = 0; i < 120; i++) {
      x.set(i, 0, (int) (3 * CounterRandom.uniform(1, i, 0)) - 1);
      x.set(i, 1, (int) (3 * CounterRandom.uniform(1, i, 1)) - 1);
    }
    assertTrue(!choose(x).rule().equals(ChosenCount.EXACT));
  }

  @Test
  void aMaximumThatTheCountsReachIsNotExceeded() {
    SyntheticProblem problem = SyntheticProblem.dense(100, 30, 4, .5, 1);
    ChosenCount chosen =
        choose(
            problem.x(),
            new Options(4, 0, null),
            (x, options, listener) -> {
              throw new AssertionError("a path is not needed");
            });
    assertEquals(4, chosen.features());
    assertEquals(ChosenCount.SPECTRAL, chosen.rule());
  }

  @Test
  void aMaximumBelowTheCountsIsKept() {
    SyntheticProblem problem = SyntheticProblem.dense(100, 30, 4, .5, 1);
    PlantedPaths paths = new PlantedPaths(problem, Ending.CONVERGED);
    ChosenCount chosen = choose(problem.x(), new Options(3, 0, null), paths);
    assertEquals(3, chosen.features());
    assertTrue(chosen.toString().contains("the largest K tried"), chosen::toString);
  }

  @Test
  void aPathHasHalfOfTheTimeAndItsFirstModelsWillDo() {
    PlantedPaths paths = new PlantedPaths(UNEQUAL, Ending.TIME_LIMIT);
    Duration limit = Duration.ofHours(1);
    assertEquals(5, choose(UNEQUAL.x(), new Options(6, 3, limit), paths).features());
    Duration share = paths.asked.get(0).timeLimit();
    assertTrue(share != null && share.compareTo(limit.dividedBy(2)) <= 0, () -> "" + share);
    assertThrows(
        StoppedException.class,
        () -> choose(UNEQUAL.x(), new Options(6, 0, Duration.ofNanos(1)), paths));
  }

  @Test
  void whoeverStopsItGetsNoCount() {
    PlantedPaths stopped = new PlantedPaths(UNEQUAL, Ending.STOPPED);
    assertThrows(
        StoppedException.class, () -> choose(UNEQUAL.x(), new Options(6, 0, null), stopped));
  }

  @Test
  void missingEntriesHaveNoSpectrum() {
    Matrix x = UNEQUAL.x().selectRows(CounterRandom.permutation(2, 150));
    for (int i = 0; i < 150; i += 3) {
      x.set(i, i % 40, Float.NaN);
    }
    PlantedPaths paths = new PlantedPaths(UNEQUAL, Ending.CONVERGED);
    ChosenCount chosen = choose(x, new Options(7, 3, null), paths);
    assertEquals(5, chosen.features());
    assertFalse(chosen.counts().containsKey("gavish_donoho"));
  }

  @Test
  void rowsThatAreSparseOrInTheirFileAreCountedBySpectraOnly(@TempDir Path folder)
      throws Exception {
    SyntheticProblem problem = SyntheticProblem.dense(200, 30, 4, .5, 1);
    assertEquals(4, choose(sparse(problem.x())).features());
    DataException e = assertThrows(DataException.class, () -> choose(sparse(UNEQUAL.x())));
    assertTrue(String.valueOf(e.getMessage()).contains("dense matrix in memory"), e::getMessage);
    Path file = folder.resolve("X.npy");
    NpyWriter.write(problem.x(), file);
    try (FileRows rows = MatrixReader.blocks(file, ReadOptions.DEFAULT, WorkListener.SILENT)) {
      assertEquals(4, choose(rows).features());
    }
  }

  private static SparseRows sparse(Matrix x) {
    int n = x.rows();
    int d = x.cols();
    int[] starts = new int[n + 1];
    int[] columns = new int[n * d];
    float[] values = new float[n * d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        columns[i * d + j] = j;
        values[i * d + j] = x.get(i, j);
      }
      starts[i + 1] = (i + 1) * d;
    }
    return SparseRows.of(n, d, starts, columns, values);
  }
}
