package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.BlockedBackend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.backend.contract.Problems.Shape;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseRows;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.AtomSearch.Sweeps;
import org.latentfeature.step.Factorisation.Products;
import org.latentfeature.step.Moments;

/** Steps over sparse rows give what the same backend gives for the dense matrix. */
public abstract class SparseRowsContract extends BackendContract {

  private static final double CLOSE = 1e-5;

  /** See {@link BackendContract}. */
  protected SparseRowsContract(BackendProvider provider) {
    super(provider);
  }

  /** Of prime sizes, and more columns than rows. */
  static Stream<Shape> shapes() {
    return Stream.of(
        new Shape(1031, 257, 5),
        new Shape(67, 1009, 3),
        new Shape(2053, 31, 11),
        new Shape(127, 101, 16));
  }

  /** X near Z W for a sparse W. */
  private record Problem(Matrix x, BinaryMatrix z, Dense w) {

    static Problem of(Shape shape, double noise, long seed) {
      int d = shape.d();
      BinaryMatrix z = Problems.binary(shape.n(), shape.k(), seed);
      Dense w = new Dense(shape.k(), d);
      for (int k = 0; k < shape.k(); k++) {
        for (int j = 0; j < d; j++) {
          if (CounterRandom.uniform(seed + 1, k, j) < .05) {
            w.set(k, j, (float) CounterRandom.normal(seed + 2, k, j));
          }
        }
      }
      Matrix x = Matrix.allocate(shape.n(), d);
      for (int i = 0; i < shape.n(); i++) {
        for (int j = 0; j < d; j++) {
          double sum = 0;
          for (int k = 0; k < shape.k(); k++) {
            sum += z.get(i, k) ? w.get(k, j) : 0;
          }
          boolean hit = sum != 0 || CounterRandom.uniform(seed + 3, i, j) < .01;
          x.set(i, j, (float) (hit ? sum + noise * CounterRandom.normal(seed + 4, i, j) : 0));
        }
      }
      return new Problem(x, z, w);
    }
  }

  private Steps sparse(Matrix x) {
    return Steps.open(SparseSource.over(backend), x, LIMITS);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void productsErrorsAndCodesAreThoseOfTheDenseMatrix(Shape shape) {
    Problem p = Problem.of(shape, .3, 41);
    BinaryMatrix other = Problems.binary(shape.n(), shape.k(), 77);
    try (Steps s = sparse(p.x());
        Steps d = opened(p.x())) {
      s.replace(other);
      d.replace(other);
      Products expected = d.products(1);
      Products actual = s.products(1);
      assertArrayEquals(expected.gram().values(), actual.gram().values());
      assertArrayEquals(expected.cross().values(), actual.cross().values(), 2e-4);
      double error = d.squaredError(p.w());
      assertEquals(error, s.squaredError(p.w()), CLOSE * error);
      d.refine(p.w(), 20);
      s.refine(p.w(), 20);
      double refined = d.squaredError(p.w());
      assertEquals(refined, s.squaredError(p.w()), CLOSE * refined);
      d.encode(p.w(), 0, 4, 3);
      s.encode(p.w(), 0, 4, 3);
      double encoded = d.squaredError(p.w());
      assertEquals(encoded, s.squaredError(p.w()), CLOSE * encoded);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void objectivesAndScoresAreThoseOfTheDenseResidual(Shape shape) {
    compare(Problem.of(shape, .3, 43), CLOSE);
  }

  /** Where X and Z W cancel to the third digit, and single precision has four left. */
  @ParameterizedTest
  @MethodSource("shapes")
  void soTheyAreWhereTheFitIsGood(Shape shape) {
    compare(Problem.of(shape, 1e-3, 47), CLOSE);
  }

  private void compare(Problem p, double tolerance) {
    int n = p.x().rows();
    try (Steps s = sparse(p.x())) {
      s.replace(p.z());
      double norm = squaredError(p);
      assertEquals(norm, s.residual(p.w()), tolerance * norm);
      Sweeps sweeps = s.sweep(7, 1e-9, 30, 5);
      double last = 0;
      for (double objective : sweeps.objectives()) {
        assertTrue(objective >= last * (1 - 1e-7), sweeps::toString);
        last = objective;
      }
      Dense v = s.vectors();
      double sum = 0;
      for (int r = 0; r < 7; r++) {
        double[] weights = new double[n];
        for (int i = 0; i < n; i++) {
          weights[i] = (v.get(i, r) + v.get(n, r)) / 2;
        }
        sum += score(p, weights);
      }
      assertEquals(sum, last, tolerance * sum);
      List<ScoredAtom> found = s.round(32, 8, 20, 6);
      assertTrue(found.size() > 1, "no atoms to compare");
      for (ScoredAtom atom : found) {
        double[] weights = new double[n];
        for (int i = 0; i < n; i++) {
          weights[i] = atom.z().get(i) ? 1 : 0;
        }
        double score = score(p, weights);
        assertEquals(score, atom.score(), tolerance * score);
      }
    }
  }

  /** ‖Aᵀ weights‖² in double precision. */
  private static double score(Problem p, double[] weights) {
    double[] sum = new double[p.x().cols()];
    double[] row = new double[sum.length];
    for (int i = 0; i < weights.length; i++) {
      residual(p, i, row);
      for (int j = 0; j < sum.length; j++) {
        sum[j] += weights[i] * row[j];
      }
    }
    double norm = 0;
    for (double v : sum) {
      norm += v * v;
    }
    return norm;
  }

  private static void residual(Problem p, int i, double[] row) {
    for (int j = 0; j < row.length; j++) {
      row[j] = p.x().get(i, j);
      for (int k = 0; k < p.z().cols(); k++) {
        row[j] -= p.z().get(i, k) ? p.w().get(k, j) : 0;
      }
    }
  }

  private static double squaredError(Problem p) {
    double sum = 0;
    double[] row = new double[p.x().cols()];
    for (int i = 0; i < p.x().rows(); i++) {
      residual(p, i, row);
      for (double v : row) {
        sum += v * v;
      }
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void errorsOfGoodFitsHaveSixDigits(Shape shape) {
    Problem p = Problem.of(shape, 1e-3, 51);
    try (Steps s = sparse(p.x())) {
      s.replace(p.z());
      double expected = squaredError(p);
      assertEquals(expected, s.squaredError(p.w()), 1e-6 * expected);
    }
  }

  /** Where features cancel each other no digit of the terms is left, and rows are summed. */
  @Test
  void errorsAreSummedDirectlyWhereTheTermsCancel() {
    Problem p = Problem.of(new Shape(211, 61, 3), .1, 53);
    Dense w = new Dense(2, 61);
    for (int j = 0; j < 61; j++) {
      w.set(0, j, 1e8);
      w.set(1, j, -1e8 + .5);
    }
    BitVector all = BitVector.ones(211);
    Problem cancelling = new Problem(p.x(), BinaryMatrix.ofColumns(211, List.of(all, all)), w);
    try (Steps s = sparse(p.x())) {
      s.replace(cancelling.z());
      double expected = squaredError(cancelling);
      assertEquals(expected, s.squaredError(w), 1e-6 * expected);
    }
  }

  @Test
  void gramMatricesAreThoseOfTheDenseMatrix() {
    Problem p = Problem.of(new Shape(211, 101, 4), .3, 55);
    try (Steps s = sparse(p.x());
        Steps d = reference(p.x())) {
      assertArrayEquals(d.columnGram().values(), s.columnGram().values(), 1e-9);
      assertArrayEquals(d.rowGram().values(), s.rowGram().values(), 1e-9);
    }
  }

  /** Nineteen directions of so many columns are summed in more than one piece. */
  @Tag("whole")
  @Test
  void productsWithTheGramMatrixAreThoseOfTheDenseMatrix() {
    for (Shape shape : List.of(new Shape(211, 101, 4), new Shape(1301, 40, 4))) {
      Problem p = Problem.of(shape, .3, 57);
      Dense q = Problems.dense(19, shape.d(), 58);
      try (Steps s = sparse(p.x());
          Steps d = reference(p.x())) {
        Dense expected = q.times(d.columnGram());
        Dense found = s.columnGram(q);
        assertArrayEquals(expected.values(), found.values(), 1e-9 * expected.squaredNorm());
      }
    }
    int wide = 1 << 20;
    SparseRows x =
        SparseRows.of(2, wide, new int[] {0, 1, 3}, new int[] {7, 7, 9}, new float[] {1, 2, 3});
    Dense q = new Dense(19, wide);
    for (int m = 0; m < 19; m++) {
      q.set(m, 7, m);
      q.set(m, 9, 1);
    }
    try (CheckedRows rows = CheckedRows.load(backend, x);
        Moments moments = rows.open(new Moments.Limits())) {
      Dense found = moments.columnGram(q);
      for (int m = 0; m < 19; m++) {
        assertEquals(m + 2 * (2.0 * m + 3), found.get(m, 7));
        assertEquals(3 * (2.0 * m + 3), found.get(m, 9));
        assertEquals(0, found.get(m, 8));
      }
    }
  }

  /** A state of sums that also has other rows. */
  @Test
  void passesGoOnFromSumsOfOthers() {
    Problem p = Problem.of(new Shape(211, 101, 4), .3, 56);
    try (Steps s = sparse(p.x())) {
      s.replace(p.z());
      s.residual(p.w());
      double objective = s.sweep(8, 1e-3, 10, 1).value();
      s.search().vectors().resume(s.search().vectors().sums());
      assertTrue(s.search().vectors().sweep(9) >= objective * (1 - 1e-9), "fell");
      s.search().candidates().round(16, 3);
      s.search().candidates().sum();
      double[] scores = s.search().candidates().scores();
      s.search().candidates().resume(s.search().candidates().sums());
      s.search().candidates().flip(1e-6, new int[] {0, 3, 11});
      s.search().candidates().sum();
      double[] flipped = s.search().candidates().scores();
      for (int c = 0; c < scores.length; c++) {
        assertTrue(flipped[c] >= scores[c] * (1 - 1e-9), "candidate " + c + " fell");
      }
    }
  }

  @Test
  void backendsWithoutSuchStepsNameTheWaysOut() {
    SparseRows x = SparseRows.of(1, 2, new int[] {0, 1}, new int[] {1}, new float[] {3});
    Backend blocked = new BlockedBackend(backend, 2);
    DataException refused = assertThrows(DataException.class, () -> CheckedRows.load(blocked, x));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("does not support sparse rows"), message);
    assertTrue(message.contains("read X dense"), message);
    assertThrows(DataException.class, () -> blocked.load(x, 0, StopSignal.NEVER));
  }

  @Test
  void longGramMatricesAreRefusedByName() {
    SparseRows x = SparseRows.of(8193, 8193, new int[8194], new int[0], new float[0]);
    try (CheckedRows rows = CheckedRows.load(backend, x)) {
      try (Moments moments = rows.open(new Moments.Limits())) {
        String message =
            String.valueOf(assertThrows(DataException.class, moments::columnGram).getMessage());
        assertTrue(message.contains("8,193 × 8,193"), message);
        assertThrows(DataException.class, moments::rowGram);
      }
    }
  }
}
