package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.Matrix;
import org.latentfeature.markov.AllOrders;
import org.latentfeature.markov.DenseGaussian;
import org.latentfeature.markov.Drawn;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.PathCoder.Expectation;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathModel.Orders;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.PathOrders;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.PathWorth;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/**
 * What paths come to: worth and sums by their definitions, with covariances of D×D written out and
 * every order of features one by one; the map does not depend on other rows, the sum adds up.
 */
public abstract class PathExpectationContract extends BackendContract {

  private static final double VARIANCE = .3;
  private static final double PRECISION = 2;

  /** See {@link BackendContract}. */
  protected PathExpectationContract(BackendProvider provider) {
    super(provider);
  }

  /**
   * Rows and paths.
   *
   * @param longest features of a path; a path of so many is among them
   * @param missing share of entries
   */
  record Shape(int n, int d, int k, int longest, double missing, Orders orders) {

    Matrix rows() {
      return Drawn.rows(n, d, missing, 61);
    }

    MarkovParameters parameters() {
      return Drawn.model(k, d, VARIANCE, PRECISION, 62);
    }

    /** Transitions a few nats apart. */
    Dense expectations() {
      Dense e = new Dense(k + 1, k + 1);
      for (int l = 0; l <= k; l++) {
        for (int m = 0; m <= k; m++) {
          e.set(l, m, -3 + 2 * CounterRandom.normal(63, l, m));
        }
      }
      return e;
    }

    PathModel model() {
      return new PathModel(
          parameters().w(), expectations(), VARIANCE, PRECISION * VARIANCE, orders);
    }

    /** Paths of every length, the last one as long as can be; the first is empty. */
    Paths paths(long seed) {
      Paths paths = Drawn.paths(n, k, longest, seed);
      int last = n - 1;
      for (int j = 0; last > 0 && paths.length(last) < longest; j++) {
        int feature = j;
        if (IntStream.of(Drawn.features(paths, last)).noneMatch(f -> f == feature)) {
          paths.append(last, j);
        }
      }
      return paths;
    }
  }

  static Stream<Shape> shapes() {
    return Stream.of(
            new int[] {1, 1, 1, 1},
            new int[] {3, 2, 5, 5},
            new int[] {31, 13, 7, 6},
            new int[] {67, 37, 11, 8},
            new int[] {13, 29, 33, 9},
            new int[] {5, 61, 97, 32},
            new int[] {521, 7, 37, 4})
        .flatMap(
            s ->
                Stream.of(Orders.values())
                    .flatMap(
                        orders ->
                            Stream.of(0., .3)
                                .map(m -> new Shape(s[0], s[1], s[2], s[3], m, orders))));
  }

  private Steps coder(Matrix x, int features) {
    return Steps.open(backend, x, new PathCoder.Limits(features));
  }

  private static int[] all(int n) {
    return IntStream.range(0, n).toArray();
  }

  /** By the definition, of row {@code i}. */
  private static double worth(Shape shape, Matrix x, Paths paths, int i) {
    float[] row = new float[shape.d()];
    x.getRow(i, row);
    DenseGaussian exact = new DenseGaussian(row, Drawn.features(paths, i), shape.parameters());
    return exact.logLikelihood + transitionWorth(shape, paths, i);
  }

  private static double transitionWorth(Shape shape, Paths paths, int i) {
    Dense e = shape.expectations();
    // Of 8 features there are 40,320 orders: too many to go through for more than a few rows.
    boolean summed = paths.length(i) > 6 && paths.length(i) <= PathOrders.MOST;
    return shape.orders() == Orders.FOUND
        ? PathWorth.of(e, paths, i)
        : summed ? new PathOrders(e).take(paths, i) : new AllOrders(e, paths, i).logSum();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void worthIsThatOfItsDefinition(Shape shape) {
    Matrix x = shape.rows();
    Paths paths = shape.paths(64);
    try (Steps s = coder(x, shape.k())) {
      WeighedPaths weighed = s.weighed(shape.model(), paths);
      for (int i = 0; i < Math.min(shape.n(), 70); i++) {
        double expected = worth(shape, x, paths, i);
        assertEquals(expected, weighed.worth(i), 1e-8 * (100 + Math.abs(expected)), "row " + i);
        assertTrue(weighed.paths().same(i, paths, i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void theBetterPathIsKept(Shape shape) {
    Matrix x = shape.rows();
    Paths found = shape.paths(65);
    Paths old = shape.paths(66);
    try (Steps s = coder(x, shape.k())) {
      PathModel model = shape.model();
      WeighedPaths first = s.weighed(model, found);
      WeighedPaths second = s.weighed(model, old);
      WeighedPaths better = s.better(model, all(shape.n()), found, old);
      assertNotSame(found, better.paths());
      int kept = 0;
      for (int i = 0; i < shape.n(); i++) {
        boolean byOld = second.worth(i) >= first.worth(i);
        kept += byOld && !old.same(i, found, i) ? 1 : 0;
        assertTrue(better.paths().same(i, byOld ? old : found, i), "row " + i);
        assertEquals(Math.max(first.worth(i), second.worth(i)), better.worth(i), "row " + i);
      }
      assertTrue(shape.n() < 10 || (kept > 0 && kept < shape.n()), kept + " old ones");
    }
  }

  /** Of rows that nothing is known of, the best of three paths counts. */
  @ParameterizedTest
  @MethodSource("shapes")
  void rowsThatNothingIsKnownOfAreSearchedThreeTimes(Shape shape) {
    Matrix x = shape.rows();
    PathModel model = shape.model();
    PathObjective objective = objective(shape);
    try (Steps s = coder(x, shape.k())) {
      double worth = 0;
      WeighedPaths firm = s.weighed(model, s.code(objective));
      WeighedPaths softer = s.weighed(model, s.code(objective.trusting(.5)));
      WeighedPaths free = s.weighed(model, s.code(objective.trusting(0)));
      for (int i = 0; i < shape.n(); i++) {
        worth += Math.max(firm.worth(i), Math.max(softer.worth(i), free.worth(i)));
      }
      WeighedPaths found = s.coder().search(objective, model);
      double sum = IntStream.range(0, shape.n()).mapToDouble(found::worth).sum();
      assertEquals(worth, sum, 1e-9 * (shape.n() + Math.abs(worth)));
      PathStatistics sums = s.coder().statistics(objective, model);
      assertEquals(worth, sums.worth(), 1e-9 * (shape.n() + Math.abs(worth)));
      assertEquals(shape.n(), sums.rows());
    }
  }

  private static PathObjective objective(Shape shape) {
    Dense e = shape.expectations();
    Dense gains = new Dense(shape.k() + 1, shape.k());
    for (int l = 0; l <= shape.k(); l++) {
      for (int j = 0; j < shape.k(); j++) {
        gains.set(l, j, e.get(l, j + 1) + e.get(j + 1, 0) - e.get(l, 0));
      }
    }
    PathModel model = shape.model();
    return new PathObjective(
        model.w(), gains, model.variance(), model.ridge(), Gain.MARGINAL, shape.longest());
  }

  /** Of the same features in other orders, all orders are worth the same: the old path stays. */
  @Test
  void ofEqualPathsTheOldOneIsKept() {
    Shape shape = new Shape(1, 5, 4, 2, 0, Orders.ALL);
    Paths found = new Paths(1, 2);
    found.append(0, 1);
    found.append(0, 3);
    PathModel drawn = shape.model();
    PathModel alike =
        new PathModel(
            new Dense(4, 5), new Dense(5, 5), drawn.variance(), drawn.ridge(), Orders.ALL);
    Paths old = new Paths(1, 2);
    old.append(0, 3);
    old.append(0, 1);
    try (Steps s = coder(shape.rows(), 4)) {
      assertTrue(s.better(alike, all(1), found, old).paths().same(0, old, 0));
      assertTrue(s.expectation(alike, all(1), found, old).paths().same(0, old, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void sumsAreThoseOfTheirDefinition(Shape shape) {
    Matrix x = shape.rows();
    Paths paths = shape.paths(67);
    // A definition costs D³ a row.
    int[] rows = all(Math.min(shape.n(), 70));
    Paths some = new Paths(rows.length, shape.longest());
    for (int i = 0; i < rows.length; i++) {
      rows[i] = shape.n() - 1 - i;
      some.set(i, paths, rows[i]);
    }
    PathStatistics expected = definition(shape, x, rows, some);
    try (Steps s = coder(x, shape.k())) {
      assertSums(expected, s.statistics(shape.model(), rows, some), 1e-8);
    }
  }

  private static PathStatistics definition(Shape shape, Matrix x, int[] rows, Paths paths) {
    MarkovParameters parameters = shape.parameters();
    Dense w = parameters.w();
    int k = shape.k();
    Dense cross = new Dense(k, shape.d());
    Dense moments = new Dense(k, k);
    Dense transitions = new Dense(k + 1, k + 1);
    double[] totals = new double[5];
    float[] row = new float[shape.d()];
    for (int i = 0; i < rows.length; i++) {
      x.getRow(rows[i], row);
      int[] set = Drawn.features(paths, i);
      DenseGaussian exact = new DenseGaussian(row, set, parameters);
      for (int a = 0; a < set.length; a++) {
        double[] second = new double[set.length];
        for (int c = 0; c < set.length; c++) {
          second[c] = exact.mean[a] * exact.mean[c] + exact.covariance.get(a, c);
          add(moments, set[a], set[c], second[c]);
        }
        for (int p = 0; p < shape.d(); p++) {
          double product = Float.isNaN(row[p]) ? 0 : exact.mean[a] * row[p];
          for (int c = 0; Float.isNaN(row[p]) && c < set.length; c++) {
            product += second[c] * w.get(set[c], p);
          }
          add(cross, set[a], p, product);
        }
      }
      if (shape.orders() == Orders.FOUND || set.length > PathOrders.MOST) {
        PathWorth.count(paths, i, transitions);
      } else if (set.length > 6) {
        PathOrders orders = new PathOrders(shape.expectations());
        orders.take(paths, i);
        orders.count(transitions);
      } else {
        new AllOrders(shape.expectations(), paths, i).count(transitions);
      }
      for (float v : row) {
        totals[0] += Float.isNaN(v) ? 0 : 1;
      }
      totals[1] += exact.logLikelihood + transitionWorth(shape, paths, i);
      totals[2] += exact.logLikelihood;
      totals[3] += exact.squaredError;
      totals[4] += exact.expectedSquaredError;
    }
    return new PathStatistics(
        cross,
        moments,
        transitions,
        new PathStatistics.Totals(
            rows.length, (long) totals[0], totals[1], totals[2], totals[3], totals[4]));
  }

  private static void add(Dense into, int i, int j, double value) {
    into.set(i, j, into.get(i, j) + value);
  }

  private static void assertSums(PathStatistics expected, PathStatistics found, double tolerance) {
    assertClose(expected.cross(), found.cross(), tolerance);
    assertClose(expected.moments(), found.moments(), tolerance);
    assertClose(expected.transitions(), found.transitions(), tolerance);
    double likelihood = 1 + Math.abs(expected.logLikelihood());
    assertEquals(expected.logLikelihood(), found.logLikelihood(), tolerance * likelihood);
    assertEquals(expected.worth(), found.worth(), tolerance * likelihood);
    double error = 1 + expected.expectedSquaredError();
    assertEquals(expected.squaredError(), found.squaredError(), tolerance * error);
    assertEquals(expected.expectedSquaredError(), found.expectedSquaredError(), tolerance * error);
    assertEquals(expected.rows(), found.rows());
    assertEquals(expected.known(), found.known());
    assertEquals(expected.used(), found.used());
  }

  private static void assertClose(Dense expected, Dense found, double tolerance) {
    double size = 1;
    for (double value : expected.values()) {
      size = Math.max(size, Math.abs(value));
    }
    assertArrayEquals(expected.values(), found.values(), tolerance * size);
  }

  /**
   * Over blocks of rows, the map is the same bit for bit, and the sums to rounding; enough rows
   * that several threads share them.
   */
  @ParameterizedTest
  @EnumSource(Orders.class)
  void blocksMakeTheWhole(Orders orders) {
    Shape shape = new Shape(307, 61, 23, 11, .1, orders);
    Matrix x = shape.rows();
    Paths found = shape.paths(68);
    Paths old = shape.paths(69);
    try (Steps s = coder(x, 40)) {
      PathModel model = shape.model();
      WeighedPaths better = s.better(model, all(307), found, old);
      Expectation whole = s.expectation(model, found, old);
      for (int blocks : new int[] {1, 3, 7}) {
        PathStatistics sums = new PathStatistics(23, 61);
        for (int b = 0; b < blocks; b++) {
          int from = 307 * b / blocks;
          int[] rows = IntStream.range(from, 307 * (b + 1) / blocks).toArray();
          Paths foundHere = part(found, rows);
          Paths oldHere = part(old, rows);
          WeighedPaths here = s.better(model, rows, foundHere, oldHere);
          Expectation part = s.expectation(model, rows, foundHere, oldHere);
          for (int i = 0; i < rows.length; i++) {
            assertEquals(better.worth(rows[i]), here.worth(i), "row " + rows[i]);
            assertTrue(better.paths().same(rows[i], here.paths(), i));
            assertTrue(better.paths().same(rows[i], part.paths(), i));
            assertTrue(better.paths().same(rows[i], whole.paths(), rows[i]));
          }
          sums.add(part.sums());
        }
        assertSums(whole.sums(), sums, 1e-9);
      }
      Expectation again = s.expectation(model, found, old);
      assertArrayEquals(whole.sums().cross().values(), again.sums().cross().values());
      assertEquals(whole.sums().worth(), again.sums().worth(), "equal calls, equal bits");
    }
  }

  private static Paths part(Paths paths, int[] rows) {
    Paths part = new Paths(rows.length, paths.longest());
    for (int i = 0; i < rows.length; i++) {
      part.set(i, paths, rows[i]);
    }
    return part;
  }

  @Test
  void noRowsComeToNothing() {
    Shape shape = new Shape(3, 4, 5, 2, 0, Orders.ALL);
    try (Steps s = coder(shape.rows(), 5)) {
      Paths none = new Paths(0, 2);
      Expectation nothing = s.expectation(shape.model(), new int[0], none, none);
      assertEquals(0, nothing.paths().count());
      assertSums(new PathStatistics(5, 4), nothing.sums(), 0);
    }
  }

  /** Expectations so low that products of them are below all doubles: shares stay what they are. */
  @Test
  void hopelessTransitionsHaveShares() {
    Shape shape = new Shape(9, 6, 5, 4, 0, Orders.ALL);
    PathModel drawn = shape.model();
    Dense low = drawn.expectations().copy();
    for (int i = 0; i < low.values().length; i++) {
      low.values()[i] -= 400;
    }
    Paths paths = shape.paths(70);
    try (Steps s = coder(shape.rows(), 5)) {
      PathStatistics expected = s.statistics(drawn, all(9), paths);
      PathModel lower = new PathModel(drawn.w(), low, drawn.variance(), drawn.ridge(), Orders.ALL);
      PathStatistics found = s.statistics(lower, all(9), paths);
      assertArrayEquals(expected.transitions().values(), found.transitions().values(), 1e-9);
      double steps = paths.visits() + 9;
      assertEquals(expected.worth() - 400 * steps, found.worth(), 1e-6);
    }
  }

  @Test
  void wrongArgumentsAreRefused() {
    Shape shape = new Shape(5, 3, 4, 3, 0, Orders.ALL);
    PathModel model = shape.model();
    Paths paths = shape.paths(71);
    Matrix x = shape.rows();
    int[] all = all(5);
    try (Steps s = coder(x, 3)) {
      assertThrows(IllegalArgumentException.class, () -> s.better(model, all, paths, null));
    }
    try (Steps s = coder(x, 4)) {
      Paths twice = new Paths(5, 3);
      twice.append(2, 1);
      twice.append(2, 1);
      Paths beyond = new Paths(5, 3);
      beyond.append(4, 4);
      for (Paths wrong : new Paths[] {twice, beyond, new Paths(4, 3)}) {
        assertThrows(IllegalArgumentException.class, () -> s.better(model, all, wrong, null));
        assertThrows(IllegalArgumentException.class, () -> s.better(model, all, paths, wrong));
        assertThrows(IllegalArgumentException.class, () -> s.statistics(model, all, wrong));
        assertThrows(IllegalArgumentException.class, () -> s.expectation(model, all, paths, wrong));
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> s.better(model, new int[] {0, 1, 2, 3, 5}, paths, null));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new PathModel(new Dense(4, 3), new Dense(4, 4), 1, 1, Orders.ALL));
    assertThrows(
        IllegalArgumentException.class,
        () -> new PathModel(new Dense(4, 3), new Dense(5, 5), 0, 1, Orders.ALL));
  }
}
