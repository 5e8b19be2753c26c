package org.latentfeature.openblas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.PathCoderContract;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

final class OpenBlasPathCoderTest extends PathCoderContract {

  private static final int ROWS = 3 * PathTile.ROWS + 5;
  private static final int COLS = 24;

  OpenBlasPathCoderTest() {
    super(new OpenBlasProvider());
  }

  /** Features in pairs, the second the first and {@code apart} times as much noise. */
  private static PathObjective objective(int k, Gain gain, double apart) {
    Dense w = new Dense(k, COLS);
    Dense transitions = new Dense(k + 1, k);
    for (int j = 0; j < k; j++) {
      for (int c = 0; c < COLS; c++) {
        double own = CounterRandom.normal(2, j, c);
        w.set(j, c, j % 2 == 0 ? own : w.get(j - 1, c) + apart * own);
      }
      for (int l = 0; l <= k; l++) {
        transitions.set(l, j, -4 + CounterRandom.normal(3, l, j));
      }
    }
    return new PathObjective(w, transitions, 0.04, 0.01, gain, 12);
  }

  /** Up to six of 80 features a row, and noise. */
  private static Matrix data(double missing) {
    Dense w = objective(80, Gain.MARGINAL, 1).w();
    Matrix x = Matrix.allocate(ROWS, COLS);
    for (int i = 0; i < ROWS; i++) {
      for (int c = 0; c < COLS; c++) {
        double sum = 0.2 * CounterRandom.normal(4, i, c);
        for (int m = 0; m < i % 7; m++) {
          int feature = (int) (CounterRandom.uniform(5, i, m) * 80);
          sum += CounterRandom.normal(6, i, m) * w.get(feature, c);
        }
        x.set(i, c, CounterRandom.uniform(7, i, c) < missing ? Float.NaN : (float) sum);
      }
    }
    return x;
  }

  private static Paths code(
      BackendProvider provider, int threads, Matrix x, PathObjective objective, int... rows) {
    try (Backend backend = provider.open(Resources.ofThreads(threads));
        Steps s = Steps.open(backend, x, new PathCoder.Limits(objective.features()))) {
      return rows.length == 0 ? s.code(objective) : s.code(objective, rows);
    }
  }

  private static void assertSame(Paths expected, Paths actual) {
    assertEquals(expected.count(), actual.count());
    for (int i = 0; i < expected.count(); i++) {
      assertTrue(actual.same(i, expected, i), "row " + i);
    }
  }

  @ParameterizedTest
  @EnumSource(Gain.class)
  void anyNumberOfThreadsFindsTheSamePaths(Gain gain) {
    for (double missing : new double[] {0, 0.3}) {
      Matrix x = data(missing);
      PathObjective objective = objective(130, gain, 1);
      Paths one = code(new OpenBlasProvider(), 1, x, objective);
      assertTrue(one.visits() > ROWS, "paths are long enough to differ");
      for (int threads = 2; threads <= 5; threads++) {
        assertSame(one, code(new OpenBlasProvider(), threads, x, objective));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1,
        2,
        15,
        16,
        17,
        PathTile.ROWS - 1,
        PathTile.ROWS,
        PathTile.ROWS + 1,
        2 * PathTile.ROWS + 1
      })
  void aRowsPathDoesNotDependOnItsTile(int count) {
    Matrix x = data(0);
    PathObjective objective = objective(80, Gain.MARGINAL, 1);
    Paths all = code(new OpenBlasProvider(), 2, x, objective);
    // Backwards, so that every row lies elsewhere in a tile than among all.
    int[] rows = IntStream.range(0, count).map(i -> ROWS - 1 - i).toArray();
    Paths some = code(new OpenBlasProvider(), 2, x, objective, rows);
    assertEquals(count, some.count());
    for (int i = 0; i < count; i++) {
      assertTrue(some.same(i, all, rows[i]), "row " + rows[i]);
    }
  }

  @Test
  void dictionariesOfOtherSizesMayFollow() {
    Matrix x = data(0.1);
    try (Backend backend = new OpenBlasProvider().open(Resources.ofThreads(2));
        Steps s = Steps.open(backend, x, new PathCoder.Limits(130))) {
      for (int k : new int[] {80, 1, 130, 64, 63, 65, 80}) {
        for (Gain gain : Gain.values()) {
          PathObjective objective = objective(k, gain, 1);
          assertSame(code(new OpenBlasProvider(), 2, x, objective), s.code(objective));
        }
      }
    }
  }

  @Test
  void bestBoundsOfLittleGainMisleadNobody() {
    // Once a feature is in the path, its twin's pivot is tiny: a high bound of a gain below 0.
    Matrix x = data(0);
    PathObjective objective = objective(80, Gain.MARGINAL, 0.01);
    Paths expected = code(new ReferenceProvider(), 1, x, objective);
    Paths paths = code(new OpenBlasProvider(), 1, x, objective);
    long same = IntStream.range(0, ROWS).filter(i -> paths.same(i, expected, i)).count();
    assertTrue(same >= 0.98 * ROWS, same + " of " + ROWS);
    assertTrue(expected.visits() > ROWS, "paths go beyond one feature");
  }

  @Test
  void unitsDoNotMatter() {
    PathObjective objective = objective(80, Gain.MARGINAL, 1);
    Matrix x = data(0);
    Paths paths = code(new OpenBlasProvider(), 1, x, objective);
    for (double unit : new double[] {0x1p-40, 0x1p40}) {
      Matrix scaled = Matrix.allocate(ROWS, COLS);
      for (int i = 0; i < ROWS; i++) {
        for (int c = 0; c < COLS; c++) {
          scaled.set(i, c, (float) (x.get(i, c) * unit));
        }
      }
      double[] w = Arrays.stream(objective.w().values()).map(v -> v * unit).toArray();
      PathObjective same =
          new PathObjective(
              Dense.wrap(80, COLS, w),
              objective.transitions(),
              objective.variance() * unit * unit,
              objective.ridge() * unit * unit,
              objective.gain(),
              objective.longest());
      assertSame(paths, code(new OpenBlasProvider(), 1, scaled, same));
    }
  }
}
