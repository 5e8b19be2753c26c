package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/**
 * Greedy paths. Backends round differently, so that near ties may fall differently: what is asked
 * is that every step of a path is, within rounding, the best there was, by gains computed here from
 * their definition.
 */
public abstract class PathCoderContract extends BackendContract {

  /** Gains are sums of terms of about this size or less, in single precision. */
  private static final double TOLERANCE = 2e-4;

  /** See {@link BackendContract}. */
  protected PathCoderContract(BackendProvider provider) {
    super(provider);
  }

  /** Rows, columns and features: around blocks of 32 features, one row, K above D, long paths. */
  record Shape(int n, int d, int k, Gain gain, double missing) {}

  static Stream<Shape> shapes() {
    return Stream.of(
            new int[] {1, 1, 1},
            new int[] {3, 2, 5},
            new int[] {67, 13, 31},
            new int[] {129, 64, 32},
            new int[] {257, 16, 33},
            new int[] {61, 37, 97},
            new int[] {1031, 64, 256})
        .flatMap(
            s ->
                Stream.of(Gain.values())
                    .flatMap(
                        gain ->
                            Stream.of(0.0, 0.2).map(m -> new Shape(s[0], s[1], s[2], gain, m))));
  }

  private static PathObjective objective(Shape shape, int longest, long seed) {
    int k = shape.k();
    Dense transitions = new Dense(k + 1, k);
    for (int l = 0; l <= k; l++) {
      for (int j = 0; j < k; j++) {
        transitions.set(l, j, -3 + 2 * CounterRandom.normal(seed + 5, l, j));
      }
    }
    return new PathObjective(
        Problems.dense(k, shape.d(), seed), transitions, 0.09, 0.05, shape.gain(), longest);
  }

  /** A row is a few features with real weights, and noise. */
  private static Matrix data(Shape shape, PathObjective objective, long seed) {
    Matrix x = Matrix.allocate(shape.n(), shape.d());
    float[] row = new float[shape.d()];
    for (int i = 0; i < shape.n(); i++) {
      for (int j = 0; j < row.length; j++) {
        double sum = 0.3 * CounterRandom.normal(seed, i, j);
        for (int m = 0; m < i % 4; m++) {
          int feature = (int) (CounterRandom.uniform(seed + 1, i, m) * shape.k());
          sum += CounterRandom.normal(seed + 2, i, m) * objective.w().get(feature, j);
        }
        boolean missing = j > 0 && CounterRandom.uniform(seed + 3, i, j) < shape.missing();
        row[j] = missing ? Float.NaN : (float) sum;
      }
      x.setRow(i, row);
    }
    return x;
  }

  private Steps coder(Matrix x, int features) {
    return Steps.open(backend, x, new PathCoder.Limits(features));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void everyStepIsTheBest(Shape shape) {
    PathObjective objective = objective(shape, Paths.LONGEST, 71);
    Matrix x = data(shape, objective, 72);
    try (Steps s = coder(x, shape.k())) {
      Paths paths = s.code(objective);
      assertEquals(shape.n(), paths.count());
      // A gain by definition costs D³.
      int replayed = Math.min(shape.n(), Math.max(5, 2000 / shape.k()));
      for (int i = 0; i < replayed; i++) {
        new GreedyReplay(objective, x, i).check(paths, i, TOLERANCE);
      }
      assertTrue(shape.n() == 1 || paths.visits() > 0, "some rows have features");
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void pathsAreTheReferencesButForNearTies(Shape shape) {
    PathObjective objective = objective(shape, 7, 81);
    Matrix x = data(shape, objective, 82);
    try (Steps s = coder(x, shape.k());
        Steps r = Steps.open(reference, x, new PathCoder.Limits(shape.k()))) {
      Paths paths = s.code(objective);
      Paths expected = r.code(objective);
      long same = IntStream.range(0, shape.n()).filter(i -> paths.same(i, expected, i)).count();
      assertTrue(same >= 0.97 * shape.n(), same + " of " + shape.n() + " paths are the same");
    }
  }

  @Test
  void listedRowsAreCodedInTheirOrder() {
    Shape shape = new Shape(311, 17, 40, Gain.MARGINAL, 0.1);
    PathObjective objective = objective(shape, 5, 91);
    Matrix x = data(shape, objective, 92);
    try (Steps s = coder(x, 50)) {
      Paths all = s.code(objective);
      int[] rows = {310, 0, 17, 17, 309, 3, 64, 63};
      Paths some = s.code(objective, rows);
      assertEquals(rows.length, some.count());
      for (int i = 0; i < rows.length; i++) {
        assertTrue(some.same(i, all, rows[i]), "row " + rows[i]);
      }
      assertEquals(0, s.code(objective, new int[0]).count());
      for (int i = 0; i < shape.n(); i++) {
        assertTrue(all.length(i) <= 5);
      }
    }
  }

  @Test
  void aPathIsAsLongAsItMayBe() {
    // Free transitions and features that explain all: the bound on the length alone ends paths.
    Shape shape = new Shape(40, 48, 60, Gain.MARGINAL, 0);
    PathObjective base = objective(shape, 32, 93);
    Dense free = new Dense(61, 60);
    Arrays.fill(free.values(), 100);
    Matrix x = data(shape, base, 94);
    for (int longest : new int[] {1, 2, 31, 32}) {
      PathObjective objective =
          new PathObjective(base.w(), free, 0.09, 0.05, Gain.MARGINAL, longest);
      try (Steps s = coder(x, 60)) {
        Paths paths = s.code(objective);
        for (int i = 0; i < shape.n(); i++) {
          assertEquals(longest, paths.length(i));
          int row = i;
          assertEquals(
              longest,
              IntStream.range(0, longest).map(at -> paths.feature(row, at)).distinct().count(),
              "no feature twice");
        }
      }
    }
  }

  /** Not even by rounding, where its transition costs nothing. */
  @Test
  void aFeatureThatIsZeroIsInNoPath() {
    for (Gain gain : Gain.values()) {
      Shape shape = new Shape(33, 9, 12, gain, 0);
      PathObjective base = objective(shape, 4, 97);
      Dense w = base.w().copy();
      for (int j = 0; j < 9; j++) {
        w.set(5, j, 0);
      }
      try (Steps s = coder(data(shape, base, 98), 12)) {
        for (double ridge = .01; ridge < 3; ridge *= 1.37) {
          PathObjective objective =
              new PathObjective(w, base.transitions(), 0.09, ridge, gain, 12).trusting(0);
          Paths paths = s.code(objective);
          for (int i = 0; i < 33; i++) {
            for (int at = 0; at < paths.length(i); at++) {
              assertNotEquals(5, paths.feature(i, at), "ridge " + ridge);
            }
          }
        }
      }
    }
  }

  @Test
  void hopelessTransitionsLeaveEveryRowEmpty() {
    Shape shape = new Shape(33, 9, 12, Gain.MARGINAL, 0);
    PathObjective base = objective(shape, 4, 95);
    Dense forbidden = new Dense(13, 12);
    Arrays.fill(forbidden.values(), -1e30);
    try (Steps s = coder(data(shape, base, 96), 12)) {
      Paths paths = s.code(new PathObjective(base.w(), forbidden, 0.09, 0.05, Gain.MARGINAL, 4));
      assertEquals(0, paths.visits());
    }
  }

  /** Also where its transitions are trusted less, or not. */
  @Test
  void aPathThatMustHaveAFeatureTakesTheBest() {
    for (Gain gain : Gain.values()) {
      Shape shape = new Shape(33, 9, 12, gain, 0);
      PathObjective base = objective(shape, 4, 99);
      Dense dear = base.transitions().copy();
      for (int i = 0; i < dear.values().length; i++) {
        dear.values()[i] -= 1000;
      }
      Matrix x = data(shape, base, 100);
      try (Steps s = coder(x, 12)) {
        assertEquals(0, s.code(new PathObjective(base.w(), dear, .09, .05, gain, 4)).visits());
        PathObjective one = new PathObjective(base.w(), dear, .09, .05, gain, 4, 1);
        for (double share : new double[] {1, .5, 0}) {
          Paths paths = s.code(one.trusting(share));
          for (int i = 0; i < shape.n(); i++) {
            assertTrue(paths.length(i) >= 1);
            double[] gains = new double[12];
            for (int j = 0; j < 12; j++) {
              double b = 0;
              double e = .05;
              for (int d = 0; d < shape.d(); d++) {
                b += base.w().get(j, d) * x.get(i, d);
                e += base.w().get(j, d) * base.w().get(j, d);
              }
              gains[j] = b * b / (2 * .09 * e) - .5 * Math.log(e / .05) + share * dear.get(0, j);
            }
            double best = Arrays.stream(gains).max().orElseThrow();
            assertEquals(best, gains[paths.feature(i, 0)], .01);
          }
        }
      }
    }
    // A feature that is out of the question takes no digits from the others.
    PathObjective base = objective(new Shape(33, 9, 12, Gain.MARGINAL, 0), 4, 99);
    Dense unused = base.transitions().copy();
    for (int l = 0; l <= 12; l++) {
      unused.set(l, 7, -1e10);
    }
    try (Steps s = coder(data(new Shape(33, 9, 12, Gain.MARGINAL, 0), base, 100), 12)) {
      Paths free = s.code(new PathObjective(base.w(), unused, .09, .05, Gain.MARGINAL, 4));
      Paths one = s.code(new PathObjective(base.w(), unused, .09, .05, Gain.MARGINAL, 4, 1));
      for (int i = 0; i < 33; i++) {
        assertTrue(one.length(i) >= 1 && one.feature(i, 0) != 7);
        assertTrue(free.length(i) == 0 || free.same(i, one, i), "row " + i);
      }
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new PathObjective(base.w(), base.transitions(), .09, .05, Gain.MARGINAL, 4, 2));
  }

  @Test
  void wrongArgumentsAreRefused() {
    Shape shape = new Shape(5, 3, 4, Gain.MARGINAL, 0);
    PathObjective objective = objective(shape, 4, 97);
    Matrix x = data(shape, objective, 98);
    try (Steps s = coder(x, 3)) {
      assertThrows(IllegalArgumentException.class, () -> s.code(objective));
    }
    try (Steps s = coder(x, 4)) {
      assertThrows(
          IllegalArgumentException.class, () -> s.code(objective, new int[] {0, shape.n()}));
      assertThrows(IllegalArgumentException.class, () -> s.code(objective, new int[] {-1}));
    }
  }

  @Test
  void aRowWithoutAnyKnownEntryIsNamed() {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {Float.NaN, Float.NaN}});
    DataException refused = assertThrows(DataException.class, () -> coder(x, 4).coder());
    assertTrue(String.valueOf(refused.getMessage()).contains("row 2"), refused.getMessage());
    assertFalse(String.valueOf(refused.getMessage()).contains("row 1"), refused.getMessage());
  }
}
