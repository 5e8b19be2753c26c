package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.Problems.Problem;
import org.latentfeature.backend.contract.Problems.Shape;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.RowCoding;
import org.latentfeature.step.WorstRows;

/** Products, errors and codes of a resident incidence matrix. */
public abstract class FactorisationContract extends BackendContract {

  /** Single-precision sums of up to a thousand terms of size 1. */
  private static final double TOLERANCE = 2e-4;

  /** See {@link BackendContract}. */
  protected FactorisationContract(BackendProvider provider) {
    super(provider);
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void productsAreTheReferences(Shape shape) {
    Problem p = shape.problem(12);
    try (Steps s = opened(p.x());
        Steps r = reference(p.x())) {
      s.replace(p.z());
      r.replace(p.z());
      int from = p.z().cols() / 2;
      Products expected = r.products(from);
      Products actual = s.products(from);
      assertArrayEquals(expected.gram().values(), actual.gram().values(), "gram is exact");
      assertClose(expected.cross(), actual.cross());
    }
  }

  /** More columns than are summed at once. */
  @Test
  void productsOfManyColumnsAreTheReferences() {
    Problem p = new Shape(70, 5, 150).problem(23);
    Factorisation.Limits limits = new Factorisation.Limits(150);
    try (Steps s = Steps.open(backend, p.x(), limits);
        Steps r = Steps.open(reference, p.x(), limits)) {
      s.replace(p.z());
      r.replace(p.z());
      Products expected = r.products(7);
      Products actual = s.products(7);
      assertArrayEquals(expected.gram().values(), actual.gram().values(), "gram is exact");
      assertClose(expected.cross(), actual.cross());
    }
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void appendedAndRetainedColumnsAreTheResidentOnes(Shape shape) {
    Problem p = shape.problem(13);
    BitVector extra = Problems.bits(shape.n(), 99);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.append(List.of(extra));
      assertEquals(p.z().with(extra), s.incidence());
      int[] kept = {shape.k(), 0};
      s.retain(kept);
      assertEquals(p.z().with(extra).select(kept), s.incidence());
      assertEquals(2, s.columns());
      Products products = s.products(0);
      assertEquals(extra.count(), products.gram().get(0, 0));
      assertEquals(extra.dot(p.z().column(0)), products.gram().get(0, 1));
    }
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void squaredErrorIsTheReferences(Shape shape) {
    Problem p = shape.problem(14);
    try (Steps s = opened(p.x());
        Steps r = reference(p.x())) {
      s.replace(p.z());
      r.replace(p.z());
      double expected = r.squaredError(p.w());
      assertEquals(expected, s.squaredError(p.w()), 1e-5 * expected);
    }
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void rowErrorsAreTheReferences(Shape shape) {
    Problem p = shape.problem(14);
    try (Steps s = opened(p.x());
        Steps r = reference(p.x())) {
      s.replace(p.z());
      r.replace(p.z());
      double[] expected = r.factorisation().rowErrors(r.z(), p.w());
      double[] found = s.factorisation().rowErrors(s.z(), p.w());
      assertEquals(p.x().rows(), found.length);
      for (int i = 0; i < found.length; i++) {
        assertEquals(expected[i], found[i], 1e-5 * (expected[i] + 1), "row " + i);
      }
    }
  }

  /** One visit is what three steps are. */
  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void codingInOneVisitIsCodingAndSumming(Shape shape) {
    Problem p = shape.problem(19);
    try (Steps s = opened(p.x());
        Steps r = opened(p.x())) {
      for (boolean fresh : new boolean[] {true, false}) {
        s.replace(p.z());
        r.replace(p.z());
        long changed = 0;
        if (fresh) {
          r.encode(p.w(), 2, 3, 5);
        } else {
          changed = r.refine(p.w(), 2);
        }
        RowCoding how = fresh ? RowCoding.encoding(2, 3, 5, 4) : RowCoding.refining(2, 4);
        CodeSums sums = s.factorisation().code(s.z(), p.w(), how);
        assertEquals(r.incidence(), s.incidence());
        assertEquals(changed, sums.changed());
        Products products = r.products(0);
        assertArrayEquals(products.gram().values(), sums.products().gram().values());
        assertClose(products.cross(), sums.products().cross());
        double error = r.squaredError(p.w());
        assertEquals(error, sums.squaredError(), 1e-5 * error + 1e-9);
        assertWorst(r.factorisation().rowErrors(r.z(), p.w()), sums.worst());
      }
    }
  }

  private static void assertWorst(double[] errors, WorstRows worst) {
    double[] sorted = errors.clone();
    Arrays.sort(sorted);
    assertEquals(Math.min(4, errors.length), worst.rows().size());
    for (int i = 0; i < worst.rows().size(); i++) {
      double error = worst.rows().get(i).error();
      assertEquals(sorted[sorted.length - 1 - i], error, 1e-5 * (error + 1));
      assertEquals(errors[worst.rows().get(i).row()], error, 1e-5 * (error + 1));
    }
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void refiningNeverRaisesTheErrorAndEndsWhereNoFlipHelps(Shape shape) {
    Problem p = shape.problem(15);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      double before = s.squaredError(p.w());
      long changed = s.refine(p.w(), 0);
      double after = s.squaredError(p.w());
      assertTrue(after <= before * (1 + 1e-6), before + " rose to " + after);
      assertEquals(differing(p.z(), s.incidence()), changed, "refine reports what it changed");
      assertEquals(0, s.refine(p.w(), 0), "a second refinement finds nothing");
      assertNoFlipHelps(p, s.incidence());
    }
  }

  private static long differing(BinaryMatrix a, BinaryMatrix b) {
    long entries = 0;
    for (int k = 0; k < a.cols(); k++) {
      entries += a.column(k).distance(b.column(k));
    }
    return entries;
  }

  private static void assertNoFlipHelps(Problem p, BinaryMatrix z) {
    float[] x = new float[p.x().cols()];
    for (int i = 0; i < z.rows(); i++) {
      p.x().getRow(i, x);
      boolean[] code = new boolean[z.cols()];
      for (int k = 0; k < code.length; k++) {
        code[k] = z.get(i, k);
      }
      double error = rowError(x, p.w(), code);
      for (int k = 0; k < code.length; k++) {
        code[k] = !code[k];
        double flipped = rowError(x, p.w(), code);
        assertTrue(flipped >= error * (1 - 1e-4) - 1e-4, "row " + i + " entry " + k);
        code[k] = !code[k];
      }
    }
  }

  private static double rowError(float[] x, Dense w, boolean[] code) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      double rest = x[j];
      for (int k = 0; k < code.length; k++) {
        if (code[k]) {
          rest -= w.get(k, j);
        }
      }
      sum += rest * rest;
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void exactCodesAreTheBestOfAll(Shape shape) {
    Problem p = shape.problem(16);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      long changed = s.refine(p.w(), 20);
      BinaryMatrix refined = s.incidence();
      assertEquals(differing(p.z(), refined), changed, "refine reports what it changed");
      s.encode(p.w(), 20, 0, 1);
      BinaryMatrix encoded = s.incidence();
      float[] x = new float[shape.d()];
      for (int i = 0; i < Math.min(shape.n(), 70); i++) {
        p.x().getRow(i, x);
        double best = Double.POSITIVE_INFINITY;
        for (int code = 0; code < 1 << shape.k(); code++) {
          best = Math.min(best, rowError(x, p.w(), bitsOf(code, shape.k())));
        }
        double tolerance = 1e-4 * best + 1e-4;
        assertEquals(best, rowError(x, p.w(), rowOf(refined, i)), tolerance, "refined row " + i);
        assertEquals(best, rowError(x, p.w(), rowOf(encoded, i)), tolerance, "encoded row " + i);
      }
    }
  }

  private static boolean[] bitsOf(int code, int k) {
    boolean[] bits = new boolean[k];
    for (int c = 0; c < k; c++) {
      bits[c] = (code >> c & 1) != 0;
    }
    return bits;
  }

  private static boolean[] rowOf(BinaryMatrix z, int i) {
    boolean[] bits = new boolean[z.cols()];
    for (int c = 0; c < bits.length; c++) {
      bits[c] = z.get(i, c);
    }
    return bits;
  }

  @ParameterizedTest
  @MethodSource("org.latentfeature.backend.contract.Problems#shapes")
  void restartsNeverHurtAndRepeatBitForBit(Shape shape) {
    Problem p = shape.problem(17);
    try (Steps s = opened(p.x())) {
      s.encode(p.w(), 0, 0, 5);
      double none = s.squaredError(p.w());
      s.encode(p.w(), 0, 8, 5);
      double some = s.squaredError(p.w());
      assertTrue(some <= none * (1 + 1e-5), none + " rose to " + some);
      BinaryMatrix first = s.incidence();
      s.encode(p.w(), 0, 8, 5);
      assertEquals(first, s.incidence());
    }
  }

  /** More features than a 32-bit word has bits, and rows a little off what their codes say. */
  @Test
  void theExactSearchTakesLongCodes() {
    Problem p = new Shape(37, 80, 45).problem(22);
    Matrix x = Matrix.allocate(37, 80);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        double sum = .1 * p.x().get(i, j);
        for (int k = 0; k < 45; k++) {
          sum += p.z().get(i, k) ? p.w().get(k, j) : 0;
        }
        x.set(i, j, (float) sum);
      }
    }
    try (Steps s = Steps.open(backend, x, new Factorisation.Limits(45))) {
      s.encode(p.w(), 45, 0, 1);
      assertEquals(p.z(), s.incidence());
    }
  }

  @Test
  void dependentDictionaryRowsAreSurvived() {
    Problem p = new Shape(67, 5, 8).problem(18);
    Dense w = p.w();
    for (int j = 0; j < w.cols(); j++) {
      w.set(3, j, w.get(2, j));
      w.set(4, j, 0);
    }
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      double before = s.squaredError(w);
      s.refine(w, 20);
      assertTrue(s.squaredError(w) <= before * (1 + 1e-6));
      assertEquals(0, s.refine(w, 20), "of equal codes the present one stays");
      s.replace(s.incidence().select(new int[] {0, 1, 3, 2, 4, 5, 6, 7}));
      assertEquals(0, s.refine(w, 20), "whichever that is");
    }
  }

  @Test
  void misuseIsRefused() throws InterruptedException {
    Problem p = new Shape(13, 7, 3).problem(19);
    Steps s = opened(p.x());
    assertThrows(
        IllegalArgumentException.class, () -> s.replace(Problems.binary(12, 2, 1)), "wrong rows");
    assertThrows(IllegalArgumentException.class, () -> s.replace(Problems.binary(13, 17, 1)));
    assertThrows(IllegalArgumentException.class, () -> s.squaredError(new Dense(1, 7)));
    assertThrows(IllegalArgumentException.class, () -> s.products(0));
    assertThrows(IllegalArgumentException.class, () -> s.retain(new int[] {0}));
    Throwable[] thrown = new Throwable[1];
    Thread other =
        new Thread(
            () -> {
              try {
                s.columns();
              } catch (IllegalStateException e) {
                thrown[0] = e;
              }
            });
    other.start();
    other.join();
    assertTrue(thrown[0] instanceof IllegalStateException, "a second thread");
    s.close();
    s.close();
    assertThrows(IllegalStateException.class, s::columns, "use after close");
    assertThrows(
        IllegalStateException.class, () -> s.rows().open(new Incidence.Limits(1)), "or opening");
  }

  /** Whatever Z is searched or refined, the others stay. */
  @Test
  void residentCodesLieSideBySide() {
    Problem p = new Shape(67, 9, 5).problem(41);
    BinaryMatrix other = Problems.binary(67, 5, 99);
    try (Steps s = opened(p.x());
        Incidence second = s.rows().open(new Incidence.Limits(5))) {
      s.replace(p.z());
      second.replace(other);
      double error = s.squaredError(p.w());
      s.factorisation().refine(second, p.w(), 20);
      assertEquals(p.z(), s.incidence());
      assertEquals(error, s.squaredError(p.w()), 0);
      s.append(List.of(other.column(0)));
      assertEquals(5, second.columns());
    }
  }

  @Test
  void codesOfOtherRowsAreRefused() {
    Problem p = new Shape(13, 7, 3).problem(19);
    try (Steps s = opened(p.x());
        Steps t = opened(p.x())) {
      t.replace(p.z());
      assertThrows(
          IllegalArgumentException.class, () -> s.factorisation().squaredError(t.z(), p.w()));
    }
  }

  @Test
  void whatWasOpenedWithoutSearchFactorises() {
    Problem p = new Shape(65, 9, 3).problem(20);
    try (Steps s = Steps.open(backend, p.x(), new Factorisation.Limits(3))) {
      s.replace(p.z());
      assertEquals(p.z().column(0).count(), s.products(0).gram().get(0, 0));
    }
  }

  private static void assertClose(Dense expected, Dense actual) {
    assertEquals(expected.rows(), actual.rows());
    assertEquals(expected.cols(), actual.cols());
    assertArrayEquals(expected.values(), actual.values(), TOLERANCE);
  }
}
