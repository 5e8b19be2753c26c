package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.StreamedBackend;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.Candidates;

/** Searches that read a copy of the residual in bfloat16. */
@Tag("whole")
@OnDevice
final class CudaRoundedSearchTest {

  /** Rounding changes a number by up to 2⁻⁹ of it; sums of many by far less. */
  private static final double ROUNDED = 2e-3;

  private static final double SINGLE = 1e-6;

  private static final int PLANES = 40;

  private static Matrix data(int rows, int cols) {
    Matrix x = Matrix.allocate(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        x.set(i, j, (float) CounterRandom.normal(3, i, j));
      }
    }
    return x;
  }

  @BeforeEach
  void onlyTensorCoresReadIt() {
    Skipped.unless(
        TestedDevice.gpu().tensorFlopsPerSecond() > 0, "this GPU reads no rounded residual");
  }

  @Test
  void sweepsAreThoseOfTheCopy() {
    Matrix x = data(300, 45);
    AtomSearch.Limits limits = new AtomSearch.Limits(1, 8, 4, PLANES);
    double exact;
    try (Backend backend = TestedDevice.inPhases(64).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, limits)) {
      exact = opened.sweep(8, 0, 20, 1).value();
    }
    try (Backend backend = TestedDevice.rounded().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, limits)) {
      double rounded = opened.sweep(8, 0, 20, 1).value();
      assertEquals(exact, rounded, ROUNDED * exact);
      assertNotEquals(exact, rounded, 1e-5 * exact);
      assertEquals(rounded, opened.sweep(8, 0, 20, 1).value(), "the same bits");
    }
  }

  /** Not of X: that would be rounded by far more than what is left of it. */
  @Test
  void theCopyIsThatOfTheResidual() {
    SyntheticProblem p = SyntheticProblem.dense(300, 45, 3, 1e-3, 2);
    AtomSearch.Limits limits = new AtomSearch.Limits(3, 8, 4, PLANES);
    double[] values = new double[2];
    for (int i = 0; i < 2; i++) {
      BackendProvider provider = i == 0 ? TestedDevice.inPhases(64) : TestedDevice.rounded();
      try (Backend backend = provider.open(Resources.DEFAULT);
          Steps opened = Steps.open(backend, p.x(), limits)) {
        opened.replace(p.z());
        opened.residual(p.w());
        values[i] = opened.sweep(8, 0, 20, 1).value();
      }
    }
    assertEquals(values[0], values[1], ROUNDED * values[0]);
  }

  /** Hyperplanes' atoms are chosen by sums of the copy; what is handed out of them is exact. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 30})
  void scoresThatAreHandedOutAreThoseOfTheResidual(int passes) {
    Matrix x = data(300, 45);
    try (Backend backend = TestedDevice.rounded().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 8, 4, PLANES))) {
      opened.sweep(8, 1e-3, 20, 1);
      List<ScoredAtom> atoms = opened.round(PLANES, 4, passes, 2);
      assertEquals(4, atoms.size());
      for (ScoredAtom atom : atoms) {
        assertEquals(score(x, atom.z()), atom.score(), SINGLE * atom.score());
      }
    }
  }

  @Test
  void soAreSums() {
    Matrix x = data(300, 45);
    try (Backend backend = TestedDevice.rounded().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 8, 4, PLANES))) {
      opened.sweep(8, 1e-3, 20, 1);
      Candidates candidates = opened.search().candidates();
      candidates.round(PLANES, 2);
      candidates.sum();
      double[] rough = candidates.scores();
      List<BitVector> planes = candidates.atoms();
      boolean differs = false;
      for (int p = 0; p < PLANES; p++) {
        double exact = score(x, planes.get(p));
        assertEquals(exact, rough[p], ROUNDED * exact);
        differs |= Math.abs(exact - rough[p]) > 10 * SINGLE * exact;
      }
      assertTrue(differs, "planes are summed over the copy");
      candidates.choose(new int[] {3, 30});
      double[] sums = candidates.sums().toArray()[1];
      double[] expected = sums(x, planes.get(30));
      double most = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
      assertArrayEquals(expected, sums, SINGLE * most);
      double[] scores = {score(x, planes.get(3)), score(x, planes.get(30))};
      assertArrayEquals(scores, candidates.scores(), SINGLE * scores[0]);
    }
  }

  /** More candidates than are summed column by column, none of them a hyperplane's. */
  @Test
  void soAreManyAtomsThatAreGiven() {
    Matrix x = data(200, 20);
    List<BitVector> atoms =
        IntStream.range(0, 20)
            .mapToObj(
                c -> {
                  boolean[] z = new boolean[200];
                  for (int i = 0; i < 200; i++) {
                    z[i] = CounterRandom.uniform(4, i, c) < .5;
                  }
                  return BitVector.of(z);
                })
            .toList();
    try (Backend backend = TestedDevice.rounded().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 8, 20, PLANES))) {
      Candidates candidates = opened.search().candidates();
      candidates.take(atoms);
      candidates.sum();
      double[] scores = candidates.scores();
      for (int c = 0; c < 20; c++) {
        double exact = score(x, atoms.get(c));
        assertEquals(exact, scores[c], SINGLE * exact);
      }
    }
  }

  /** Blocks are read once at a call: their sums go on to the next one, and are handed out. */
  @Test
  void rowsInBlocksAreNotRounded() {
    Matrix x = Matrix.allocate(300, 45);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 45; j++) {
        x.set(i, j, CounterRandom.uniform(5, i, j) < .5 ? .3f : 0); // rounded, all sums are larger
      }
    }
    try (Backend backend =
            new StreamedBackend(TestedDevice.rounded().open(Resources.DEFAULT), 128 * 45 * 4);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 8, 4, PLANES))) {
      opened.sweep(8, 1e-3, 20, 1);
      for (ScoredAtom atom : opened.round(PLANES, 4, 2, 2)) {
        double[] expected = sums(x, atom.z());
        double[] found = opened.search().sums(List.of(atom.z())).toArray()[0];
        assertArrayEquals(expected, found, SINGLE * expected[0]);
        assertEquals(score(x, atom.z()), atom.score(), SINGLE * atom.score());
      }
    }
  }

  /**
   * As {@code --precision bf16} opens it: on enough data, whose sweeps take longer than launches.
   */
  @Test
  void whoAsksForItGetsIt() {
    assumeTrue(SoftwareDevice.isLoaded(), "a real device does not count");
    Matrix x = data(5_000, 100);
    try (Backend backend =
            TestedDevice.provider().open(new Resources(0, 0, Resources.Precision.BF16));
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(1, 8, 4, PLANES))) {
      SoftwareDevice.resetCounters();
      opened.sweep(8, 1e-3, 1, 1);
      Set<String> kernels = SoftwareDevice.counters().kernels().keySet();
      assertTrue(kernels.contains("sweep_few_bf16"), kernels::toString);
    }
  }

  private static double[] sums(Matrix x, BitVector z) {
    double[] sums = new double[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; z.get(i) && j < sums.length; j++) {
        sums[j] += x.get(i, j);
      }
    }
    return sums;
  }

  private static double score(Matrix x, BitVector z) {
    return Arrays.stream(sums(x, z)).map(s -> s * s).sum();
  }

  /** The residual changes from step to step, and its copy with it. */
  @ParameterizedTest
  @ValueSource(doubles = {0, .1})
  void aFitFindsTheFeaturesThatOneInSinglePrecisionFinds(double missing) {
    SyntheticProblem p = SyntheticProblem.dense(300, 30, 3, .05, 2);
    Matrix x = Matrix.allocate(300, 30);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 30; j++) {
        boolean gone = CounterRandom.uniform(7, i, j) < missing;
        x.set(i, j, gone ? Float.NaN : p.x().get(i, j));
      }
    }
    LassoResult exact = fit(TestedDevice.byProducts(), x);
    LassoResult rounded = fit(TestedDevice.rounded(), x);
    assertEquals(Set.copyOf(exact.z().columns()), Set.copyOf(rounded.z().columns()));
    assertEquals(exact.rmse(), rounded.rmse(), 1e-5 * exact.rmse());
  }

  private static LassoResult fit(BackendProvider provider, Matrix x) {
    try (Backend backend = provider.open(Resources.DEFAULT)) {
      return new LatentFeatureLasso(backend, LassoOptions.of(3, Method.LASSO))
          .fit(x, FitListener.SILENT);
    }
  }
}
