package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.backend.contract.Problems.Problem;
import org.latentfeature.backend.contract.Problems.Shape;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.SoftFactorisation;
import org.latentfeature.step.SoftFactorisation.Sums;

/** Rounds on soft codes, and their sums, against plain loops. */
public abstract class SoftFactorisationContract extends BackendContract {

  private static final int COLUMNS = 11;

  /** So large that log-odds are of order 1, where ν tells them apart. */
  private static final double VARIANCE = 7;

  private final double rounding;

  /**
   * The contract on the backend of {@code provider}.
   *
   * @param rounding what ν and a sum, as a share of its terms, may differ by
   */
  protected SoftFactorisationContract(BackendProvider provider, double rounding) {
    super(provider);
    this.rounding = rounding;
  }

  private interface Work {
    void on(SoftFactorisation steps, Incidence z);
  }

  private void with(Matrix x, Work work) {
    with(x, COLUMNS, work);
  }

  private void with(Matrix x, int columns, Work work) {
    SoftFactorisation.Limits limits = new SoftFactorisation.Limits(columns);
    Incidence.Limits codes = new Incidence.Limits(columns);
    try (CheckedRows rows = CheckedRows.load(backend, x, List.of(limits, codes), StopSignal.NEVER);
        SoftFactorisation steps = rows.open(limits);
        Incidence z = rows.open(codes)) {
      work.on(steps, z);
    }
  }

  /** E AAᵀ of a posterior with mean {@code m}. */
  private static Dense second(Dense m) {
    Dense e = m.timesTransposed(m);
    for (int k = 0; k < m.rows(); k++) {
      e.set(k, k, e.get(k, k) + .1 * (k + 1));
    }
    return e;
  }

  private static double[] logOdds(int k) {
    double[] theta = new double[k];
    for (int i = 0; i < k; i++) {
      theta[i] = Math.sin(i + 1.0);
    }
    return theta;
  }

  /** The rule, row by row, into {@code nu}. */
  private static void round(Dense nu, Matrix x, Dense m) {
    Dense e = second(m);
    double[] theta = logOdds(m.rows());
    for (int n = 0; n < nu.rows(); n++) {
      for (int k = 0; k < m.rows(); k++) {
        double rest = -.5 * e.get(k, k);
        for (int j = 0; j < x.cols(); j++) {
          rest += x.get(n, j) * m.get(k, j);
        }
        for (int l = 0; l < m.rows(); l++) {
          rest -= l == k ? 0 : nu.get(n, l) * e.get(l, k);
        }
        nu.set(n, k, 1 / (1 + Math.exp(-theta[k] - rest / VARIANCE)));
      }
    }
  }

  private void assertSums(Dense nu, Matrix x, Sums sums) {
    double entropy = 0;
    for (double p : nu.values()) {
      entropy -= p == 0 || p == 1 ? 0 : p * Math.log(p) + (1 - p) * Math.log1p(-p);
    }
    assertEquals(entropy, sums.entropy(), rounding * nu.values().length);
    for (int k = 0; k < nu.cols(); k++) {
      for (int j = 0; j < x.cols(); j++) {
        double sum = 0;
        double size = 0;
        for (int n = 0; n < x.rows(); n++) {
          sum += nu.get(n, k) * x.get(n, j);
          size += Math.abs(nu.get(n, k) * x.get(n, j));
        }
        assertEquals(sum, sums.cross().get(k, j), rounding * size, "νᵀX, " + k + ", " + j);
      }
      for (int l = 0; l < nu.cols(); l++) {
        double sum = 0;
        for (int n = 0; n < x.rows(); n++) {
          sum += nu.get(n, k) * (l == k ? 1 : nu.get(n, l));
        }
        assertEquals(sum, sums.gram().get(k, l), rounding * x.rows(), "H, " + k + ", " + l);
      }
      assertEquals(sums.gram().get(k, k), sums.counts()[k]);
    }
  }

  private void assertNear(Dense expected, Dense found) {
    assertEquals(expected.rows(), found.rows());
    assertEquals(expected.cols(), found.cols());
    assertArrayEquals(expected.values(), found.values(), rounding);
  }

  private static Dense drawn(int n, int k, long seed) {
    Dense nu = new Dense(n, k);
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < k; c++) {
        nu.set(i, c, CounterRandom.uniform(seed, i, c));
      }
    }
    return nu;
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void roundsAndTheirSumsAreThoseOfTheDefinition(Shape shape) {
    assertRounds(shape.n(), shape.d(), shape.k());
  }

  /** Rounds on codes of {@code features} features, and their sums, against plain loops. */
  protected void assertRounds(int n, int d, int features) {
    Shape shape = new Shape(n, d, features);
    Problem p = shape.problem(61);
    with(
        p.x(),
        Math.max(COLUMNS, shape.k()),
        (steps, z) -> {
          steps.draw(shape.k(), 62);
          Dense nu = drawn(shape.n(), shape.k(), 62);
          assertNear(nu, steps.toDense());
          assertSums(nu, p.x(), steps.sums());
          for (int round = 0; round < 3; round++) {
            Sums sums = steps.update(p.w(), second(p.w()), logOdds(shape.k()), VARIANCE);
            round(nu, p.x(), p.w());
            assertNear(nu, steps.toDense());
            assertSums(nu, p.x(), sums);
            assertSums(nu, p.x(), steps.sums());
          }
          steps.readOut(z);
          assertReadOut(nu, z.toMatrix());
        });
  }

  private void assertReadOut(Dense nu, BinaryMatrix z) {
    assertEquals(nu.cols(), z.cols());
    for (int n = 0; n < nu.rows(); n++) {
      for (int k = 0; k < nu.cols(); k++) {
        if (Math.abs(nu.get(n, k) - .5) > rounding) {
          assertEquals(nu.get(n, k) > .5, z.get(n, k));
        }
      }
    }
  }

  /** Certain bits have no entropy, and stay in [0, 1]. */
  @Test
  void certainBitsAreZeroAndOne() {
    Problem p = new Shape(67, 13, 3).problem(63);
    with(
        p.x(),
        (steps, z) -> {
          steps.draw(3, 1);
          double[] odds = {800, -800, 0};
          Sums sums = steps.update(new Dense(3, 13), new Dense(3, 3), odds, 1);
          assertArrayEquals(new double[] {67, 0, 33.5}, sums.counts(), 67 * rounding);
          assertEquals(67 * Math.log(2), sums.entropy(), 67 * rounding);
          steps.readOut(z);
          assertEquals(67, z.toMatrix().column(0).count());
          assertEquals(0, z.toMatrix().column(1).count() + z.toMatrix().column(2).count());
        });
  }

  /** From codes, with columns beyond them as they were; then some columns in another order. */
  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void codesAreSoftenedAndColumnsChosen(Shape shape) {
    Problem p = shape.problem(64);
    int k = shape.k() + 1 > COLUMNS ? COLUMNS : shape.k() + 1;
    BinaryMatrix codes = Problems.binary(shape.n(), k - 1, 5);
    with(
        p.x(),
        (steps, z) -> {
          steps.draw(k, 65);
          z.replace(codes);
          steps.soften(z, .25, .75);
          Dense nu = drawn(shape.n(), k, 65);
          for (int n = 0; n < shape.n(); n++) {
            for (int c = 0; c < k - 1; c++) {
              nu.set(n, c, codes.get(n, c) ? .75 : .25);
            }
          }
          assertNear(nu, steps.toDense());
          steps.retain(new int[] {k - 1, 0});
          Dense two = nu.transpose().selectRows(new int[] {k - 1, 0}).transpose();
          assertEquals(2, steps.columns());
          assertNear(two, steps.toDense());
          assertSums(two, p.x(), steps.sums());
          steps.readOut(z);
          assertReadOut(two, z.toMatrix());
          steps.replace(nu);
          assertEquals(k, steps.columns());
          assertNear(nu, steps.toDense());
          assertSums(nu, p.x(), steps.sums());
        });
  }

  @Test
  void theSameTwice() {
    Problem p = new Shape(1031, 23, 9).problem(66);
    Sums[] both = new Sums[2];
    for (int i = 0; i < 2; i++) {
      int own = i;
      with(
          p.x(),
          (steps, z) -> {
            steps.draw(9, 67);
            both[own] = steps.update(p.w(), second(p.w()), logOdds(9), VARIANCE);
          });
    }
    assertArrayEquals(both[0].cross().values(), both[1].cross().values());
    assertArrayEquals(both[0].gram().values(), both[1].gram().values());
    assertEquals(both[0].entropy(), both[1].entropy());
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Problem p = new Shape(13, 7, 3).problem(68);
    Dense e = second(p.w());
    with(
        p.x(),
        (steps, z) -> {
          assertRefused("ν has no columns", steps::sums);
          assertRefused("12 columns; there must be 1 to 11", () -> steps.draw(12, 1));
          steps.draw(3, 1);
          assertRefused(
              "a dictionary of 3×3 does not fit Z with 3 columns and X with 7",
              () -> steps.update(e, e, new double[3], 1));
          assertRefused(
              "second moments of 3×7 and 3 log-odds for 3 features",
              () -> steps.update(p.w(), p.w(), new double[3], 1));
          assertRefused(
              "the variance is 0.0; it must be above 0",
              () -> steps.update(p.w(), e, new double[3], 0));
          assertRefused(
              "columns [0, 0] to keep are not all among 3, each once",
              () -> steps.retain(new int[] {0, 0}));
          assertRefused("1.5 is no probability", () -> steps.soften(z, 0, 1.5));
          assertRefused("ν has 7 rows, X has 13", () -> steps.replace(new Dense(7, 2)));
          z.replace(Problems.binary(13, 4, 1));
          assertRefused("Z has 4 columns, ν has 3", () -> steps.soften(z, 0, 1));
        });
  }

  private static void assertRefused(String why, Runnable call) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call::run);
    assertEquals(why, e.getMessage());
  }

  @Test
  void missingEntriesAreRefused() {
    Matrix x = Matrix.of(new float[][] {{1, 2}, {3, Float.NaN}});
    UnsupportedOperationException e =
        assertThrows(UnsupportedOperationException.class, () -> with(x, (steps, z) -> {}));
    String message = Objects.requireNonNull(e.getMessage());
    assertTrue(message.contains("not supported where entries of X are missing"), message);
  }
}
