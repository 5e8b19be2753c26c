package org.latentfeature.backend.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.contract.Problems.Problem;
import org.latentfeature.backend.contract.Problems.Shape;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.AtomSearch.Sweeps;
import org.latentfeature.step.Candidates;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;

/** The greedy step: residual, sweeps, rounding, polish. */
public abstract class AtomSearchContract extends BackendContract {

  /** See {@link BackendContract}. */
  protected AtomSearchContract(BackendProvider provider) {
    super(provider);
  }

  static Stream<Shape> shapes() {
    return Problems.shapes();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void residualNormIsTheSquaredError(Shape shape) {
    Problem p = shape.problem(21);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      double error = s.squaredError(p.w());
      assertEquals(error, s.residual(p.w()), 1e-6 * error);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void sweepsRiseToTheReferencesObjective(Shape shape) {
    Problem p = shape.problem(22);
    try (Steps s = opened(p.x());
        Steps r = reference(p.x())) {
      Sweeps sweeps = s.sweep(16, 1e-7, 500, 3);
      for (int i = 1; i < sweeps.objectives().size(); i++) {
        double before = sweeps.objectives().get(i - 1);
        assertTrue(sweeps.objectives().get(i) >= before * (1 - 1e-5), "sweep " + i + " fell");
      }
      double expected = r.sweep(16, 1e-7, 500, 4).value();
      assertEquals(expected, sweeps.value(), 2e-3 * expected);
    }
  }

  /** ‖BᵀV‖² of the vectors handed out is the objective, and each has unit length. */
  @ParameterizedTest
  @MethodSource("shapes")
  void vectorsAreThoseOfTheLastSweep(Shape shape) {
    Problem p = shape.problem(27);
    int rank = 7;
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.residual(p.w());
      double objective = s.sweep(rank, 1e-4, 20, 7).value();
      Dense v = s.vectors();
      assertEquals(shape.n() + 1, v.rows());
      assertEquals(rank, v.cols());
      double sum = 0;
      for (int k = 0; k < rank; k++) {
        double[] weights = new double[shape.n()];
        for (int i = 0; i < weights.length; i++) {
          weights[i] = (v.get(i, k) + v.get(shape.n(), k)) / 2;
        }
        sum += squaredNorm(combination(p, weights));
      }
      assertEquals(objective, sum, 1e-4 * objective + 1e-6);
      for (int i = 0; i <= shape.n(); i++) {
        assertEquals(1, v.rowNorm(i), 1e-5);
      }
    }
  }

  /** By the definition; what was computed before is forgotten. */
  @Tag("whole")
  @ParameterizedTest
  @MethodSource("shapes")
  void turnedVectorsAreThoseOfTheSums(Shape shape) {
    Problem p = shape.problem(31);
    int rank = 5;
    Dense sums = new Dense(rank, shape.d());
    Arrays.setAll(sums.values(), i -> CounterRandom.normal(8, i, 0));
    double[][] expected = new double[rank][shape.d()];
    double most = 0;
    for (int i = 0; i < shape.n(); i++) {
      double[] one = new double[shape.n()];
      one[i] = 1;
      double[] a = combination(p, one);
      double[] u = new double[rank];
      for (int k = 0; k < rank; k++) {
        for (int j = 0; j < a.length; j++) {
          u[k] += sums.get(k, j) * a[j];
        }
      }
      double length = Math.sqrt(squaredNorm(u));
      most += Math.sqrt(squaredNorm(a));
      for (int k = 0; k < rank && length > 0; k++) {
        Dense.addScaled(expected[k], 0, a, 0, a.length, u[k] / length);
      }
    }
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.residual(p.w());
      Dense first = s.search().powerStep(sums);
      for (int k = 0; k < rank; k++) {
        for (int j = 0; j < shape.d(); j++) {
          assertEquals(expected[k][j], first.get(k, j), 1e-4 * most);
        }
      }
      double before = s.sweep(rank, 1e-3, 5, 7).value();
      assertArrayEquals(first.values(), s.search().powerStep(sums).values());
      assertEquals(before, s.sweep(rank, 1e-3, 5, 7).value());
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void scoresAreThoseOfTheAtomsOnTheResidual(Shape shape) {
    Problem p = shape.problem(23);
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.residual(p.w());
      double bound = s.sweep(8, 1e-6, 300, 5).value();
      List<ScoredAtom> atoms = s.round(32, 5, 50, 6);
      assertFalse(atoms.isEmpty());
      assertTrue(atoms.size() <= 5);
      Set<BitVector> distinct = new HashSet<>();
      double last = Double.POSITIVE_INFINITY;
      for (ScoredAtom atom : atoms) {
        assertEquals(score(p, atom.z()), atom.score(), 1e-4 * atom.score() + 1e-4);
        assertTrue(atom.z().count() > 0, "an empty atom");
        assertTrue(distinct.add(atom.z()), "an atom twice");
        assertTrue(atom.score() <= last, "best first");
        assertTrue(atom.score() <= bound * 1.01, "above the relaxation's value");
        assertNoFlipHelps(p, atom);
        last = atom.score();
      }
    }
  }

  private static double score(Problem p, BitVector z) {
    double[] weights = new double[z.length()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = z.get(i) ? 1 : 0;
    }
    return squaredNorm(combination(p, weights));
  }

  /** Aᵀ times {@code weights}. */
  private static double[] combination(Problem p, double[] weights) {
    double[] sum = new double[p.x().cols()];
    for (int i = 0; i < weights.length; i++) {
      double[] a = residual(p, i);
      for (int j = 0; j < sum.length; j++) {
        sum[j] += weights[i] * a[j];
      }
    }
    return sum;
  }

  /** Row {@code i} of X − Z W. */
  private static double[] residual(Problem p, int i) {
    float[] x = new float[p.x().cols()];
    double[] a = new double[x.length];
    p.x().getRow(i, x);
    for (int j = 0; j < a.length; j++) {
      a[j] = x[j];
      for (int k = 0; k < p.z().cols(); k++) {
        a[j] -= p.z().get(i, k) ? p.w().get(k, j) : 0;
      }
    }
    return a;
  }

  private static double squaredNorm(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v * v;
    }
    return sum;
  }

  private static void assertNoFlipHelps(Problem p, ScoredAtom atom) {
    for (int i = 0; i < Math.min(40, atom.z().length()); i++) {
      long[] words = atom.z().toWords();
      words[i >> 6] ^= 1L << (i & 63);
      double flipped = score(p, BitVector.ofWords(atom.z().length(), words));
      assertTrue(flipped <= atom.score() * (1 + 1e-4) + 1e-4, "flipping row " + i + " helps");
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void polishNeverLowersAScore(Shape shape) {
    Problem p = shape.problem(24);
    Problem plain =
        new Problem(p.x(), Problems.binary(shape.n(), 1, 0).select(new int[0]), p.w(), 0);
    try (Steps s = opened(p.x())) {
      BitVector start = Problems.bits(shape.n(), 8);
      List<ScoredAtom> polished = s.polish(List.of(start), 50);
      double before = score(plain, start);
      if (before > 0) {
        assertTrue(polished.get(0).score() >= before * (1 - 1e-5));
      }
    }
  }

  /** A row's first vector depends on its number among all rows, not on where it was loaded. */
  @Test
  void vectorsStartByTheNumbersOfTheirRows() {
    Matrix x = new Shape(150, 17, 3).problem(29).x();
    Dense whole = startingVectors(x, 0);
    Dense part = startingVectors(x.view(64, 86), 64);
    for (int i = 0; i < 87; i++) { // the last is the dummy's
      for (int k = 0; k < 8; k++) {
        assertEquals(whole.get(64 + i, k), part.get(i, k), "row " + i + " of the part");
      }
    }
  }

  private Dense startingVectors(Matrix x, long first) {
    try (ResidentRows rows = backend.load(x, first, StopSignal.NEVER);
        Incidence none = rows.open(new Incidence.Limits(16), StopSignal.NEVER);
        AtomSearch search = rows.open(LIMITS, StopSignal.NEVER)) {
      search.residual(none, new Dense(0, x.cols()));
      search.vectors().start(8, 5);
      return search.vectors().toDense();
    }
  }

  /** Wherever its rows lie: whoever has none is left out of the passes that follow. */
  @Test
  void aCandidateHasFlipsWhereItChanged() {
    Problem p = new Shape(301, 41, 3).problem(28);
    try (Steps s = opened(p.x())) {
      s.sweep(8, 1e-3, 100, 1);
      BitVector settled = s.round(16, 1, 50, 2).get(0).z();
      List<BitVector> start = new ArrayList<>(List.of(settled));
      for (int row : new int[] {0, 150, 300}) {
        long[] words = settled.toWords();
        words[row >> 6] ^= 1L << (row & 63);
        start.add(BitVector.ofWords(301, words));
      }
      Candidates candidates = s.search().candidates();
      candidates.take(start);
      candidates.sum();
      int[] flips = candidates.flip(AtomSearch.smallestGain(301), new int[] {0, 1, 2, 3});
      for (int c = 0; c < flips.length; c++) {
        assertEquals(!start.get(c).equals(candidates.atoms().get(c)), flips[c] > 0, "atom " + c);
      }
      assertTrue(Arrays.stream(flips).skip(1).anyMatch(count -> count > 0), "none was of use");
    }
  }

  /** A ten-thousandth of the score is worth a flip. */
  @Test
  void smallGainsAreTaken() {
    Matrix x = Matrix.of(new float[][] {{100, 0}, {0, 0}, {0, 1}});
    try (Steps s = opened(x)) {
      BitVector start = BitVector.of(new boolean[] {true, false, false});
      BitVector better = BitVector.of(new boolean[] {true, false, true});
      assertEquals(List.of(new ScoredAtom(better, 10001)), s.polish(List.of(start), 5));
      assertEquals(10001, s.search().sums(List.of(better)).squaredNorm());
    }
  }

  /** Of rows of the residual and of sums of atoms, whose products are far from the threshold. */
  @ParameterizedTest
  @MethodSource("shapes")
  void nearADirectionAreTheRowsBeyondHalfItsLength(Shape shape) {
    Problem p = shape.problem(30);
    int n = shape.n();
    Dense directions = new Dense(3, shape.d());
    for (int c = 0; c < 3; c++) {
      double[] weights = new double[n];
      weights[c * (n - 1) / 2] = 1;
      System.arraycopy(combination(p, weights), 0, directions.values(), c * shape.d(), shape.d());
    }
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.residual(p.w());
      Candidates candidates = s.search().candidates();
      candidates.near(directions);
      candidates.sum();
      List<BitVector> atoms = candidates.atoms();
      assertEquals(3, atoms.size());
      for (int c = 0; c < 3; c++) {
        BitVector z = atoms.get(c);
        double square = directions.rowDot(c, directions, c);
        for (int i = 0; i < n; i++) {
          double beyond = product(p, i, directions, c) - square / 2;
          if (Math.abs(beyond) > 1e-4 * square + 1e-6) {
            assertEquals(beyond > 0, z.get(i), "atom " + c + ", row " + i);
          }
        }
        assertEquals(score(p, z), candidates.scores()[c], 1e-4 * score(p, z) + 1e-4);
      }
      assertEquals(s.polish(atoms, 50), s.polish(atoms, 50), "flips are as ever");
    }
  }

  private static double product(Problem p, int row, Dense directions, int c) {
    double[] a = residual(p, row);
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * directions.get(c, j);
    }
    return sum;
  }

  @Tag("whole")
  @Test
  void searchRepeatsBitForBit() {
    Problem p = new Shape(301, 41, 3).problem(25);
    List<ScoredAtom> first;
    try (Steps s = opened(p.x())) {
      s.sweep(8, 1e-3, 100, 1);
      first = s.round(16, 4, 20, 2);
      s.sweep(8, 1e-3, 100, 1);
      assertEquals(first, s.round(16, 4, 20, 2), "on the same rows");
    }
    try (Steps s = opened(p.x())) {
      s.sweep(8, 1e-3, 100, 1);
      assertEquals(first, s.round(16, 4, 20, 2), "on rows loaded anew");
    }
  }

  /** Nesterov's guarantee: the best atom is worth at least 3/5 of the maximum; flips do better. */
  @Test
  void smallProblemsAreSolvedCloseToBruteForce() {
    int exact = 0;
    double worst = 1;
    int problems = 200;
    for (int t = 0; t < problems; t++) {
      int n = 2 + t % 13;
      Problem p = new Shape(n, 1 + t % 7, 1).problem(1000 + t);
      double maximum = 0;
      for (int code = 1; code < 1 << n; code++) {
        maximum = Math.max(maximum, plainScore(p.x(), code));
      }
      try (Steps s = opened(p.x())) {
        s.sweep(8, 1e-3, 100, t);
        double ratio = s.round(32, 4, 50, t).get(0).score() / maximum;
        worst = Math.min(worst, ratio);
        exact += ratio > 1 - 1e-4 ? 1 : 0;
      }
    }
    String figures = exact + " of " + problems + " exact, worst ratio " + worst;
    System.getLogger("contract").log(System.Logger.Level.INFO, figures);
    assertTrue(worst > 0.6, figures);
    assertTrue(exact >= 0.9 * problems, figures);
  }

  private static double plainScore(Matrix x, int code) {
    double score = 0;
    for (int j = 0; j < x.cols(); j++) {
      double sum = 0;
      for (int i = 0; i < x.rows(); i++) {
        sum += (code >> i & 1) * x.get(i, j);
      }
      score += sum * sum;
    }
    return score;
  }

  /**
   * Tiny rows follow the last one, and rows of zeros stay where they start: their bits show the
   * addressed random numbers, on every backend the same ones. Vectors longer than a warp, all at
   * its limit, and atoms that differ in few rows, only in a column's second 16 words of 32 bits, or
   * only beyond the 32nd.
   */
  @ParameterizedTest
  @CsvSource({"17, 8, 10", "1031, 515, 1024", "1048, 1024, 1041"})
  void restingRowsShowTheRandomNumbers(int n, int from, int to) {
    Matrix x = Matrix.allocate(n, 3);
    for (int i = 0; i < n; i++) {
      if (i < from || i >= to) {
        float size = i == n - 1 ? 1 : 1e-6f;
        x.setRow(i, new float[] {size, -2 * size, size / 2});
      }
    }
    AtomSearch.Limits limits = new AtomSearch.Limits(1, 40, 4, 70);
    try (Steps s = Steps.open(backend, x, limits);
        Steps r = Steps.open(reference, x, limits)) {
      double expected = r.sweep(40, 1e-6, 5, 7).value();
      assertEquals(expected, s.sweep(40, 1e-6, 5, 7).value(), 1e-4 * expected);
      List<ScoredAtom> atoms = s.round(70, 4, 5, 8);
      assertEquals(4, atoms.size());
      assertEquals(zs(r.round(70, 4, 5, 8)), zs(atoms));
    }
  }

  private static List<BitVector> zs(List<ScoredAtom> atoms) {
    return atoms.stream().map(ScoredAtom::z).toList();
  }

  /** What is kept of a residual, norms and products of its rows, must not outlive it. */
  @Test
  void aNewResidualForgetsTheOld() {
    Problem p = new Shape(130, 17, 3).problem(27);
    Dense large = new Dense(3, 17);
    for (int i = 0; i < large.values().length; i++) {
      large.values()[i] = 30 * p.w().values()[i];
    }
    List<BitVector> start = List.of(Problems.bits(130, 8));
    Sweeps sweeps;
    List<ScoredAtom> polished;
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.residual(p.w());
      sweeps = s.sweep(8, 1e-6, 5, 1);
      polished = s.polish(start, 1);
    }
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.residual(large);
      s.sweep(8, 1e-6, 5, 2);
      s.polish(start, 1);
      s.residual(p.w());
      assertEquals(sweeps, s.sweep(8, 1e-6, 5, 1));
      assertEquals(polished, s.polish(start, 1));
    }
  }

  /** Their sums have squares beyond single precision, in which everything of size N is held. */
  @Test
  void dataWithALargeMeanAreSearchedToo() {
    Matrix x = Matrix.allocate(1000, 50);
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        x.set(i, j, (float) (1e6 * (1 + CounterRandom.uniform(9, i, j))));
      }
    }
    boolean[] all = new boolean[x.rows()];
    Arrays.fill(all, true);
    try (Steps s = opened(x)) {
      double bound = s.sweep(8, 1e-4, 100, 1).value();
      ScoredAtom best = s.round(16, 1, 20, 2).get(0);
      assertEquals(BitVector.of(all), best.z());
      assertTrue(bound >= best.score() * (1 - 1e-3), bound + " is no bound of " + best.score());
    }
  }

  @Test
  void aZeroResidualHasNoAtomWorthAnything() {
    Matrix x = Matrix.allocate(70, 5);
    try (Steps s = opened(x)) {
      assertEquals(0, s.sweep(4, 1e-3, 5, 1).value());
      for (ScoredAtom atom : s.round(4, 2, 5, 1)) {
        assertEquals(0, atom.score());
      }
    }
  }

  /**
   * What throughput is computed from: a pass and 4NDr flops for a sweep, 2NDq at least for flips.
   */
  @Test
  void countersSayWhatSweepsAndFlipsCost() {
    Problem p = new Shape(200, 60, 3).problem(37);
    double entries = p.x().size();
    int rank = 8;
    try (Steps s = opened(p.x())) {
      s.replace(p.z());
      s.residual(p.w());
      long sweeps = s.sweep(rank, 1e-4, 50, 1).objectives().size();
      Counters.Step swept = step(s, "sweep");
      assertEquals(1 + sweeps, swept.calls(), "the start is one");
      assertTrue(sweeps <= swept.passes() && swept.passes() <= sweeps + 3, swept::toString);
      assertTrue(swept.flops() >= 4 * entries * rank * sweeps, swept::toString);
      // Beside the sweeps: their start, and the Gram matrices of blocks of at most 64 rows.
      double others = entries * (4 * rank + 2 * 64);
      assertTrue(swept.flops() <= 1.1 * (4 * entries * rank * sweeps + others), swept::toString);

      List<BitVector> rest = s.round(16, 4, 100, 2).stream().map(ScoredAtom::z).toList();
      Counters.Step flips = step(s, "polish");
      Counters.Step sums = step(s, "score");
      s.polish(rest, 100); // nothing is left to flip: one pass to see that, the sums stay known
      flips = step(s, "polish").minus(flips);
      sums = step(s, "score").minus(sums);
      assertEquals(1, flips.calls());
      assertTrue(sums.calls() == 1 || sums.calls() == 2, "the second only where that is not seen");
      assertTrue(flips.passes() >= 1 && sums.passes() >= sums.calls(), flips + " " + sums);
      assertTrue(flips.flops() >= 2 * entries * rest.size(), flips::toString);
      assertTrue(sums.flops() >= sums.calls() * 2 * entries * rest.size(), sums::toString);
    }
  }

  private static Counters.Step step(Steps opened, String name) {
    return opened.counters().steps().getOrDefault(name, new Counters.Step(0, 0, 0, 0));
  }

  @Test
  void misuseIsRefused() {
    Problem p = new Shape(13, 7, 3).problem(26);
    try (Steps s = opened(p.x())) {
      assertThrows(IllegalStateException.class, () -> s.round(4, 2, 5, 1), "no sweep yet");
      assertThrows(IllegalStateException.class, s::vectors, "no sweep yet");
      assertThrows(IllegalArgumentException.class, () -> s.sweep(17, 1e-3, 5, 1));
      s.sweep(4, 1e-3, 5, 1);
      assertThrows(IllegalArgumentException.class, () -> s.round(33, 2, 5, 1));
      assertThrows(IllegalArgumentException.class, () -> s.round(4, 9, 5, 1));
      assertThrows(IllegalArgumentException.class, () -> s.residual(new Dense(2, 7)));
      assertThrows(
          IllegalArgumentException.class, () -> s.polish(List.of(Problems.bits(12, 1)), 5));
      s.residual(new Dense(0, 7));
      assertThrows(IllegalStateException.class, () -> s.round(4, 2, 5, 1), "stale vectors");
    }
  }
}
