package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedRows;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.software.SoftwareCounters;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.ibp.ChainState;
import org.latentfeature.ibp.Chains;
import org.latentfeature.ibp.FeaturePrior;
import org.latentfeature.ibp.FiniteFeatures;
import org.latentfeature.ibp.HyperPriors;
import org.latentfeature.ibp.InfiniteFeatures;
import org.latentfeature.ibp.Scales;
import org.latentfeature.ibp.UncollapsedSampler;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Reduction;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.SoftFactorisation;
import org.latentfeature.step.coding.BitDraws;

/** What crosses between host and device, and how often kernels are launched. */
@Tag("whole")
@OnDevice
final class CudaTrafficTest {

  @BeforeEach
  void onlyTheSoftwareDeviceCounts() {
    assumeFalse(TestedDevice.isReal(), "a real device does not count");
  }

  /**
   * Of a fit's greedy steps, in units of q columns of N bits and one K×D dictionary in single
   * precision: atoms enter with a row of ZᵀX in double precision each, and the codes of the rounded
   * model come and go with every refinement.
   */
  @Test
  void afterTheDataOnlyColumnsAndDictionariesCross() {
    SyntheticProblem p = SyntheticProblem.dense(1500, 100, 4, .1, 3);
    LassoOptions options = LassoOptions.of(4).withMethod(Method.LASSO).withReduce(Reduction.NONE);
    List<FitEvent> steps = new ArrayList<>();
    SoftwareCounters spent;
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT)) {
      SoftwareDevice.resetCounters();
      new LatentFeatureLasso(backend, options)
          .fit(
              p.x(),
              event -> {
                steps.add(event);
                return true;
              });
      spent = SoftwareDevice.counters();
    }
    long data = 4L * p.x().size();
    long unit = 0;
    for (FitEvent step : steps) {
      long columns = (long) options.search().candidates() * p.x().rows() / Byte.SIZE;
      unit += columns + 4L * step.features() * p.x().cols();
    }
    long in = spent.toDevice().bytes() - data;
    // The spectrum, once a fit: the smaller Gram matrix of X.
    long spectrum = 8L * p.x().cols() * p.x().cols();
    long out = spent.toHost().bytes() - spectrum;
    String figures =
        "%d steps: %d bytes in after X, %d out, unit %d".formatted(steps.size(), in, out, unit);
    System.getLogger("traffic").log(System.Logger.Level.INFO, figures);
    assertTrue(in > 0 && in <= 4 * unit, figures);
    assertTrue(out > 0 && out <= 4 * unit, figures);
    assertTrue(spent.toHost().largest() <= spectrum, "nothing as large as X comes back");
    assertEquals(0, spent.pageableCopies(), "all copies are from and to pinned memory");
    assertTrue(in < data, "X cannot have crossed twice");
  }

  /** A block is two products with a step between them; the dummy is a step of its own. */
  @ParameterizedTest
  @CsvSource({"64, false", "128, false", "64, true"})
  void aSweepLaunchesThreeThingsABlock(int size, boolean sequential) {
    SyntheticProblem p = SyntheticProblem.dense(301, 20, 3, .1, 4);
    int blocks = (301 + size - 1) / size;
    int sweeps = 3;
    SoftwareCounters spent;
    try (Backend backend = TestedDevice.inBlocks(size, sequential).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new AtomSearch.Limits(8, 8, 4, 16))) {
      opened.search();
      SoftwareDevice.resetCounters();
      assertEquals(sweeps, opened.sweep(8, 1e-9, sweeps, 1).objectives().size());
      spent = SoftwareDevice.counters();
    }
    // Starting vectors; then for each sweep the dummy, the blocks' steps and the objective.
    assertEquals(1 + sweeps * (blocks + 2L), spent.launches());
    // Starting sums, the dummy's among them; then two for each block.
    assertEquals(blocks + 1 + sweeps * 2L * blocks, spent.cublasCall("cublasSgemm").calls());
    assertEquals(sweeps, spent.synchronisations(), "one for each objective: many blocks are long");
    assertEquals(0, spent.toDevice().bytes());
    assertTrue(spent.toHost().bytes() <= sweeps * 256L * Double.BYTES);
  }

  /** Two a phase, the dummy and the objective; S is added up once more at the start. */
  @ParameterizedTest
  @CsvSource({"64", "128", "320"})
  void aFusedSweepLaunchesTwoThingsAPhase(int size) {
    Shape shape = new Shape(301, 20);
    SyntheticProblem p = SyntheticProblem.dense(shape.rows(), shape.cols(), 3, .1, 4);
    int phases = (shape.rows() + size - 1) / size;
    int sweeps = 3;
    SoftwareCounters spent;
    try (Backend backend = TestedDevice.inPhases(size).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new AtomSearch.Limits(8, 8, 4, 16))) {
      opened.search();
      SoftwareDevice.resetCounters();
      assertEquals(sweeps, opened.sweep(8, 1e-9, sweeps, 1).objectives().size());
      spent = SoftwareDevice.counters();
    }
    assertEquals(3 + sweeps * (2L * phases + 2), spent.launches());
    assertEquals(1, spent.cublasCall("cublasSgemm").calls(), "the dummy's share of S at the start");
    long read = spent.kernel("sweep_few").distinctRead();
    double least = 4. * shape.size() * (sweeps + 1); // once more for S at the start
    int pairs = shape.rows() + 1; // V is read in pairs of rows
    double others = 4. * 8 * (pairs * (sweeps + 1.) + shape.cols() * sweeps * phases);
    double convergence = PaperModel.CONVERGENCE * (sweeps * phases + 1);
    assertEquals(
        least + others + convergence, (double) read, "the residual, V and in each phase S");
    assertEquals(2, spent.synchronisations(), "for two sweeps and the third");
  }

  /** W goes in twice, by row and by column, and two Gram matrices of it; numbers come back. */
  @Test
  void neitherDataNorCodesCrossWhereEntriesAreMissing() {
    int n = 301;
    int d = 70;
    int k = 3;
    SyntheticProblem p = SyntheticProblem.dense(n, d, k, .1, 4);
    Matrix x = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        x.set(i, j, (i + j) % 9 == 0 ? Float.NaN : p.x().get(i, j));
      }
    }
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, x, new AtomSearch.Limits(8, 8, 4, 16))) {
      opened.replace(p.z());
      opened.residual(p.w());
      long dictionaries = 2 * 4L * k * d + 2 * 8L * k * k;
      assertCrossed(dictionaries, 8, 2, 1, () -> opened.refine(p.w(), 0));
      assertCrossed(dictionaries, 8, 3, 1, () -> opened.refine(p.w(), k));
      assertCrossed(0, 8L * k * d, 2, 1, () -> opened.search().products(opened.z()));
      int[] columns = IntStream.range(0, d).toArray();
      long counts = 4L * d * k * (k + 1) / 2;
      // Two launches for each of two tiles of columns.
      assertCrossed(
          4L * d, counts, 4, 2, () -> opened.factorisation().columnGrams(opened.z(), columns));
    }
  }

  /**
   * W, its Gram matrix and the log-odds go in, for a product and the draws; one number comes back.
   */
  @Test
  void drawnBitsStayOnTheDevice() {
    int k = 5;
    int d = 31;
    SyntheticProblem p = SyntheticProblem.dense(1301, d, k, 1, 4);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new Factorisation.Limits(k))) {
      opened.replace(p.z());
      BitDraws draws = new BitDraws(new double[k], 1, 0, 7);
      opened.factorisation();
      assertCrossed(
          4L * k * d + 8L * k * k + 8L * k,
          8,
          2,
          1,
          () -> opened.factorisation().draw(opened.z(), p.w(), draws));
    }
  }

  /** Of a sweep: two readings of X; what crosses is independent of N, but for bits on request. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anUncollapsedSweepReadsTheRowsTwice(boolean infinite) {
    int n = 3000;
    int d = 10;
    int k = 4;
    int most = infinite ? k + 1 : k;
    FeaturePrior prior = infinite ? new InfiniteFeatures(1) : new FiniteFeatures(k, k);
    SyntheticProblem p = SyntheticProblem.dense(n, d, k, 1, 4);
    long[] bytes = new long[2];
    long[] passes = new long[2];
    int[] sweeps = {5, 15};
    for (int run = 0; run < 2; run++) {
      try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
          CheckedRows rows =
              CheckedRows.load(
                  backend, p.x(), UncollapsedSampler.limits(1, most), StopSignal.NEVER);
          UncollapsedSampler sampler = new UncollapsedSampler(rows, p.x(), most)) {
        SoftwareDevice.resetCounters();
        Chains.run(
            new Chains.Data(p.x(), p.x(), d, 1),
            sampler,
            new Chains.Plan(sweeps[run], most, new HyperPriors(1, true, true, false), 1, 1),
            List.of(new ChainState(0, p.z(), new Scales(1, 1), prior)),
            (sweep, samples) -> {},
            StopSignal.NEVER);
        SoftwareCounters spent = SoftwareDevice.counters();
        bytes[run] = spent.toDevice().bytes() + spent.toHost().bytes();
        passes[run] =
            rows.counters().steps().values().stream().mapToLong(Counters.Step::passes).sum();
      }
    }
    int more = sweeps[1] - sweeps[0];
    assertEquals(2L * more, passes[1] - passes[0]);
    long dictionaries = 4L * most * d + 8L * most * d + 2 * 8L * most * most + 2 * 8L * most;
    long bits = (long) n * most / Byte.SIZE + 8L * most;
    String figure = (bytes[1] - bytes[0]) / more + " bytes a sweep";
    assertTrue(bytes[1] - bytes[0] <= more * (dictionaries + bits), figure);
  }

  /**
   * A round of variational inference: M in single, E and log-odds in double precision go in, the
   * sums come back. X is read once by the product, and once, out of a cache, by the sums.
   */
  @Test
  void neitherDataNorSoftCodesCrossInARound() {
    int n = 701;
    int d = 70;
    int k = 21;
    SyntheticProblem p = SyntheticProblem.dense(n, d, k, .1, 4);
    Dense second = p.w().timesTransposed(p.w());
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new AtomSearch.Limits(k, 8, 4, 16))) {
      opened.replace(p.z());
      SoftFactorisation soft = opened.soft();
      TestedDevice.synchronise();
      assertCrossed(
          0,
          0,
          2,
          0,
          () -> {
            soft.draw(k, 1);
            soft.soften(opened.z(), .25, .75);
          });
      long in = 4L * k * d + 8L * k * k + 8L * k;
      long sums = 8L * k * (d + k) + 8;
      // The product and the rule; two launches each for νᵀX and νᵀν, and the entropy.
      assertCrossed(in, sums, 7, 1, () -> soft.update(p.w(), second, new double[k], .1));
      SoftwareCounters spent = SoftwareDevice.counters();
      assertEquals(2L * n * d * k, spent.cublasFlops(), "X is read by one product");
      long codes = 4L * n * k;
      long weighed = spent.kernel("weigh_rows").distinctRead();
      assertEquals(4L * n * d + codes + codes, weighed, "and by one sum");
      Counters.Step update = Objects.requireNonNull(opened.counters().steps().get("soft update"));
      assertEquals(2, update.passes());
      assertCrossed(4L * k, 0, 1, 0, () -> soft.retain(IntStream.range(0, k).toArray()));
      assertCrossed(0, 0, 1, 0, () -> soft.readOut(opened.z()));
    }
  }

  /**
   * Candidates that are chosen have the hyperplanes' sums; a pass that flips nothing keeps them.
   */
  @Test
  void onlyFlipsReadTheResidualForTheCandidatesScores() {
    SyntheticProblem p = SyntheticProblem.dense(301, 20, 3, .1, 4);
    try (Backend backend = TestedDevice.inBlocks(64, false).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new AtomSearch.Limits(8, 8, 4, 16))) {
      opened.sweep(8, 1e-12, 3, 1);
      assertEquals(1, sums(() -> opened.round(16, 4, 0, 2)));
      List<BitVector> settled = new ArrayList<>();
      List<BitVector> far = p.z().columns().subList(0, 1);
      assertEquals(
          2, sums(() -> opened.polish(far, 50).stream().map(ScoredAtom::z).forEach(settled::add)));
      List<ScoredAtom> again = new ArrayList<>();
      assertEquals(1, sums(() -> again.addAll(opened.polish(settled, 50))));
      assertEquals(settled, again.stream().map(ScoredAtom::z).toList());
    }
  }

  /** Passes over the residual for sums of atoms. */
  private static long sums(Runnable step) {
    SoftwareDevice.resetCounters();
    step.run();
    return SoftwareDevice.counters().kernel("sum_rows").launches();
  }

  private static void assertCrossed(long in, long out, long launches, long waits, Runnable step) {
    SoftwareDevice.resetCounters();
    step.run();
    SoftwareCounters spent = SoftwareDevice.counters();
    assertEquals(in, spent.toDevice().bytes(), "bytes in");
    assertEquals(out, spent.toHost().bytes(), "bytes out");
    assertEquals(launches, spent.launches() + spent.cublasCalls(), "launches");
    assertEquals(waits, spent.synchronisations(), "waits");
  }

  /**
   * Of short sweeps, once for the objectives of the first two and then of four each; for the number
   * of flips of each pass, before the host knows whether another is due; then for scores and hashes
   * of the hyperplanes' atoms, and scores and bits of the candidates.
   */
  @Test
  void aSearchWaitsOnceForFourSweepsAndForEachPassAndFourTimesMore() {
    SyntheticProblem p = SyntheticProblem.dense(301, 20, 3, .1, 4);
    int passes = 3;
    try (Backend backend = TestedDevice.inBlocks(512, false).open(Resources.DEFAULT);
        Steps opened = Steps.open(backend, p.x(), new AtomSearch.Limits(8, 8, 4, 16))) {
      opened.search();
      SoftwareDevice.resetCounters();
      assertEquals(10, opened.sweep(8, -1, 10, 1).objectives().size());
      assertEquals(3, SoftwareDevice.counters().synchronisations());
      SoftwareDevice.resetCounters();
      opened.round(16, 4, passes, 2);
      long waits = SoftwareDevice.counters().synchronisations();
      assertTrue(waits <= passes + 4, waits + " waits");
    }
  }
}
