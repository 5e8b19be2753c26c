package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.Problems.Problem;
import org.latentfeature.backend.contract.Problems.Shape;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.coding.BitDraws;

/** The steps of the lasso over rows with missing entries, against sums over the known ones. */
public abstract class MissingRowsContract extends BackendContract {

  /** Single-precision sums of up to a thousand terms of size 1. */
  private static final double TOLERANCE = 2e-4;

  /** See {@link BackendContract}. */
  protected MissingRowsContract(BackendProvider provider) {
    super(provider);
  }

  /** A problem some of whose entries are missing; each row knows one. */
  record Case(Shape shape, double missing) {

    Problem problem(long seed) {
      Problem whole = shape.problem(seed);
      Matrix x = Matrix.allocate(shape.n(), shape.d());
      float[] row = new float[shape.d()];
      for (int i = 0; i < shape.n(); i++) {
        whole.x().getRow(i, row);
        for (int j = 0; j < row.length; j++) {
          // Rows of one word of bits miss the same block of columns, others entries at random.
          boolean block = i / 64 == 1 && j < row.length / 2;
          boolean some = i / 64 != 1 && CounterRandom.uniform(seed + 7, i, j) < missing;
          if (missing > 0 && j != i % row.length && (block || some)) {
            row[j] = Float.NaN;
          }
        }
        x.setRow(i, row);
      }
      return new Problem(x, whole.z(), whole.w(), seed);
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
            new Shape(1, 1, 1),
            new Shape(13, 7, 3),
            new Shape(65, 101, 7),
            new Shape(513, 37, 11),
            new Shape(130, 33, 9))
        .flatMap(shape -> Stream.of(0.0, 0.01, 0.37, 0.9).map(share -> new Case(shape, share)));
  }

  private static double[][] entries(Matrix x) {
    double[][] all = new double[x.rows()][x.cols()];
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        all[i][j] = row[j];
      }
    }
    return all;
  }

  /** X − Z W where X is known, 0 elsewhere. */
  private static double[][] residual(Matrix x, BinaryMatrix z, Dense w) {
    double[][] a = entries(x);
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        for (int k = 0; k < w.rows(); k++) {
          a[i][j] -= z.get(i, k) ? w.get(k, j) : 0;
        }
        a[i][j] = Double.isNaN(a[i][j]) ? 0 : a[i][j];
      }
    }
    return a;
  }

  private static double squares(double[] row) {
    return Arrays.stream(row).map(v -> v * v).sum();
  }

  private static Dense sums(double[][] a, BinaryMatrix z) {
    Dense sums = new Dense(z.cols(), a[0].length);
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < z.cols(); k++) {
        for (int j = 0; z.get(i, k) && j < a[i].length; j++) {
          sums.set(k, j, sums.get(k, j) + a[i][j]);
        }
      }
    }
    return sums;
  }

  private static void assertClose(double[] expected, double[] actual) {
    assertArrayEquals(expected, actual, TOLERANCE * (1 + Math.sqrt(expected.length)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void productsAreOfTheKnownEntries(Case c) {
    Problem p = c.problem(31);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      Dense expected = sums(residual(p.x(), p.z(), new Dense(0, c.shape().d())), p.z());
      assertClose(expected.values(), s.products(0).cross().values());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void gramMatricesCountTheRowsThatKnowAColumn(Case c) {
    Problem p = c.problem(32);
    double[][] x = entries(p.x());
    int k = p.z().cols();
    int[] columns = IntStream.range(0, c.shape().d()).filter(j -> j % 3 != 1).toArray();
    Dense expected = new Dense(columns.length, k * (k + 1) / 2);
    for (int at = 0; at < columns.length; at++) {
      int pair = 0;
      for (int i = 0; i < k; i++) {
        for (int j = 0; j <= i; j++, pair++) {
          for (int n = 0; n < x.length; n++) {
            if (!Double.isNaN(x[n][columns[at]]) && p.z().get(n, i) && p.z().get(n, j)) {
              expected.set(at, pair, expected.get(at, pair) + 1);
            }
          }
        }
      }
    }
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      Dense found = s.factorisation().columnGrams(s.z(), columns);
      assertArrayEquals(expected.values(), found.values(), "counts are exact");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void errorsAreOfTheKnownEntries(Case c) {
    Problem p = c.problem(33);
    double[] expected =
        Arrays.stream(residual(p.x(), p.z(), p.w()))
            .mapToDouble(MissingRowsContract::squares)
            .toArray();
    double sum = Arrays.stream(expected).sum();
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      assertEquals(sum, s.squaredError(p.w()), 1e-5 * sum);
      double[] found = s.factorisation().rowErrors(s.z(), p.w());
      for (int i = 0; i < found.length; i++) {
        assertEquals(expected[i], found[i], 1e-4 * (expected[i] + 1), "row " + i);
      }
    }
  }

  /** The squared error of row {@code n} with each of its K bits flipped, and as it is, the last. */
  private static double[] flipped(double[] x, boolean[] z, Dense w) {
    double[] errors = new double[z.length + 1];
    for (int flip = 0; flip <= z.length; flip++) {
      for (int j = 0; j < x.length; j++) {
        double rest = x[j];
        for (int k = 0; k < z.length; k++) {
          rest -= z[k] != (k == flip) ? w.get(k, j) : 0;
        }
        errors[flip] += Double.isNaN(rest) ? 0 : rest * rest;
      }
    }
    return errors;
  }

  private static boolean[] row(BinaryMatrix z, int n) {
    boolean[] bits = new boolean[z.cols()];
    for (int k = 0; k < bits.length; k++) {
      bits[k] = z.get(n, k);
    }
    return bits;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void noSingleFlipImprovesARefinedCode(Case c) {
    Problem p = c.problem(34);
    double[][] x = entries(p.x());
    try (Steps s = opened(p.x())) {
      BinaryMatrix start = c.shape().problem(35).z();
      s.replace(start);
      long changed = s.refine(p.w(), 0);
      BinaryMatrix z = s.incidence();
      assertEquals(differing(start, z), changed);
      for (int n = 0; n < x.length; n++) {
        double[] errors = flipped(x[n], row(z, n), p.w());
        double own = errors[errors.length - 1];
        for (double other : errors) {
          assertTrue(other >= own - TOLERANCE * (1 + own), "row " + n);
        }
        double[] before = flipped(x[n], row(start, n), p.w());
        assertTrue(own <= before[before.length - 1] + TOLERANCE * (1 + own), "row " + n + " rose");
      }
      assertEquals(0, s.refine(p.w(), 0), "a second time");
    }
  }

  private static long differing(BinaryMatrix some, BinaryMatrix others) {
    long sum = 0;
    for (int k = 0; k < some.cols(); k++) {
      sum += some.column(k).distance(others.column(k));
    }
    return sum;
  }

  private static double best(double[] x, Dense w) {
    double best = Double.POSITIVE_INFINITY;
    for (int code = 0; code < 1 << w.rows(); code++) {
      boolean[] z = new boolean[w.rows()];
      for (int k = 0; k < z.length; k++) {
        z[k] = (code >> k & 1) != 0;
      }
      best = Math.min(best, flipped(x, z, w)[z.length]);
    }
    return best;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void exactCodesAreTheBestOfAll(Case c) {
    Problem p = c.problem(36);
    double[][] x = entries(p.x());
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.refine(p.w(), 16);
      BinaryMatrix refined = s.incidence();
      s.encode(p.w(), 16, 0, 5);
      BinaryMatrix coded = s.incidence();
      for (int n = 0; n < x.length; n += 1 + x.length / 12) {
        double best = best(x[n], p.w());
        for (BinaryMatrix z : new BinaryMatrix[] {refined, coded}) {
          double own = flipped(x[n], row(z, n), p.w())[z.cols()];
          assertEquals(best, own, TOLERANCE * (1 + best), "row " + n);
        }
      }
    }
  }

  /** What a short feature lowers is far below what rounds beside a long one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void shortFeaturesAreFoundBesideLongOnes(int exactColumns) {
    Dense w = new Dense(2, 6);
    Arrays.fill(w.values(), 0, 3, 1e5);
    Arrays.fill(w.values(), 6 + 3, 6 + 6, 1);
    Matrix x = Matrix.allocate(12, w.cols());
    boolean[][] bits = new boolean[2][x.rows()];
    for (int i = 0; i < x.rows(); i++) {
      for (int k = 0; k < 2; k++) {
        boolean on = (i >> k & 1) != 0;
        bits[k][i] = on;
        for (int j = 3 * k; j < 3 * k + 3; j++) {
          x.set(i, j, on ? (float) w.get(k, j) : 0);
        }
      }
      // Complete, without an entry of the long feature, and of the short one.
      x.set(i, i < 8 ? 0 : 3, i < 4 ? x.get(i, 0) : Float.NaN);
    }
    try (Steps s = opened(x)) {
      assertEquals(12, s.encode(w, exactColumns, 0, 5));
      List<BitVector> columns = Stream.of(bits).map(BitVector::of).toList();
      assertEquals(BinaryMatrix.ofColumns(x.rows(), columns), s.incidence());
      Arrays.fill(w.values(), 6 + 3, 6 + 6, 1e-3);
      assertEquals(0, s.encode(w, exactColumns, 0, 5), "rows said to be proven");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void restartsAreNotWorse(Case c) {
    Problem p = c.problem(37);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.encode(p.w(), 0, 0, 5);
      double one = s.squaredError(p.w());
      s.encode(p.w(), 0, 8, 5);
      assertTrue(s.squaredError(p.w()) <= one * (1 + 1e-6));
    }
  }

  /** One visit is what several steps are. */
  @ParameterizedTest
  @MethodSource("cases")
  void oneVisitCodesAndSums(Case c) {
    Problem p = c.problem(38);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      CodeSums sums = s.factorisation().code(s.z(), p.w(), RowCoding.encoding(16, 0, 5, 3));
      assertClose(s.products(0).cross().values(), sums.products().cross().values());
      double error = s.squaredError(p.w());
      assertEquals(error, sums.squaredError(), 1e-5 * error);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theResidualIsZeroWhereXIsMissing(Case c) {
    Problem p = c.problem(39);
    double[][] a = residual(p.x(), p.z(), p.w());
    double norm = Arrays.stream(a).mapToDouble(MissingRowsContract::squares).sum();
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      assertEquals(norm, s.residual(p.w()), 1e-5 * norm);
      assertClose(sums(a, p.z()).values(), s.search().products(s.z()).values());
      s.sweep(8, 1e-3, 20, 3);
      List<ScoredAtom> atoms = s.round(16, 4, 4, 5);
      for (ScoredAtom atom : atoms) {
        Dense sum = sums(a, BinaryMatrix.ofColumns(a.length, List.of(atom.z())));
        assertEquals(sum.squaredNorm(), atom.score(), 1e-3 * (1 + sum.squaredNorm()));
      }
    }
  }

  /** Rows in which nothing is missing are coded as if nothing were missing anywhere. */
  @Test
  void completeRowsKeepTheirCodes() {
    Problem whole = new Shape(130, 33, 9).problem(40);
    Matrix x = Matrix.allocate(130, 33);
    float[] row = new float[33];
    for (int i = 0; i < 130; i++) {
      whole.x().getRow(i, row);
      if (i == 77) {
        row[5] = Float.NaN;
      }
      x.setRow(i, row);
    }
    try (Steps s = opened(x);
        Steps r = opened(whole.x())) {
      for (int exact : new int[] {0, 9}) {
        s.replace(whole.z());
        r.replace(whole.z());
        s.encode(whole.w(), exact, 4, 9);
        r.encode(whole.w(), exact, 4, 9);
        BinaryMatrix some = s.incidence();
        BinaryMatrix all = r.incidence();
        for (int i = 0; i < 130; i++) {
          if (i != 77) {
            assertArrayEquals(row(all, i), row(some, i), "row " + i);
          }
        }
      }
    }
  }

  /**
   * Each bit given those before it as drawn and those after it as they were, at the random number
   * of its row and feature. A row in which rounding could decide a bit is not judged further.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void bitsAreDrawnFromTheirConditionals(Case c) {
    Problem p = c.problem(38);
    int k = p.z().cols();
    double[] logOdds = IntStream.range(0, k).mapToDouble(i -> .4 * i - 1).toArray();
    logOdds[k - 1] = k > 3 ? Double.NEGATIVE_INFINITY : logOdds[k - 1];
    logOdds[k / 2] = k > 2 ? Double.NaN : logOdds[k / 2];
    BitDraws how = new BitDraws(logOdds, 7.5 * c.shape().d(), .3, 91);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      long changed = s.factorisation().draw(s.z(), p.w(), how);
      BinaryMatrix drawn = s.incidence();
      int differing = 0;
      int judged = 0;
      for (int i = 0; i < c.shape().n(); i++) {
        boolean sure = true;
        for (int f = 0; f < k; f++) {
          differing += drawn.get(i, f) != p.z().get(i, f) ? 1 : 0;
        }
        if (CounterRandom.uniform(91, i, -1) < .3) {
          assertArrayEquals(row(p.z(), i), row(drawn, i), "spared row " + i);
          continue;
        }
        for (int f = 0; f < k && sure; f++) {
          double on = conditional(p, drawn, i, f, how);
          double u = CounterRandom.uniform(91, i, f);
          sure = !(Math.abs(Math.log(u / (1 - u)) - Math.log(on / (1 - on))) <= 1e-4);
          boolean expected = Double.isNaN(on) ? p.z().get(i, f) : u < on;
          assertTrue(!sure || expected == drawn.get(i, f), "row " + i + ", feature " + f);
          judged += sure ? 1 : 0;
        }
      }
      assertEquals(differing, changed);
      assertTrue(judged >= c.shape().n() * k / 2 || c.shape().n() == 1, "judged " + judged);
      s.replace(p.z());
      s.factorisation().draw(s.z(), p.w(), how);
      assertEquals(drawn, s.incidence(), "the same seed");
    }
  }

  /** P(z_if = 1) given the drawn bits before f and the former ones after it. */
  private static double conditional(Problem p, BinaryMatrix drawn, int i, int f, BitDraws how) {
    double margin = 0;
    for (int j = 0; j < p.x().cols(); j++) {
      double rest = p.x().get(i, j);
      if (Double.isNaN(rest)) {
        continue;
      }
      for (int l = 0; l < p.z().cols(); l++) {
        boolean on = l < f ? drawn.get(i, l) : l > f && p.z().get(i, l);
        rest -= on ? p.w().get(l, j) : 0;
      }
      margin += p.w().get(f, j) * (rest - p.w().get(f, j) / 2);
    }
    return 1 / (1 + Math.exp(-how.logOdds()[f] - margin / how.variance()));
  }
}
