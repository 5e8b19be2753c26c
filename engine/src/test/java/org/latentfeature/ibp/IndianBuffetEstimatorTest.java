package org.latentfeature.ibp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Cholesky;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.columns.subspace.Planted;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.ibp.IndianBuffetOptions.Sampling;
import org.latentfeature.ibp.IndianBuffetOptions.Start;

/** What the posterior says of planted features, from every start. */
final class IndianBuffetEstimatorTest {

  private static final Planted PLANTED = Planted.coins(300, 30, 5, .1, .4, 3);

  private static IndianBuffetOptions infinite() {
    return IndianBuffetOptions.of(40).withInfinite(true).withSweeps(60).withChains(3);
  }

  /**
   * Data without noise: chains hardly move, so that they must start from as many features as the
   * rank of X. P(K) is a share of samples to the last digit.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3, 4, 5, 6, 7})
  void exactDataHaveTheFeaturesOfTheirRank(int seed) {
    Matrix x = Matrix.allocate(40, 3);
    for (int i = 0; i < 40; i++) {
      for (int k = 0; k < 2; k++) {
        boolean has = CounterRandom.uniform(seed, i, k) < .5;
        for (int j = 0; j < 3; j++) {
          double w = CounterRandom.normal(seed + 100, k, j);
          x.set(i, j, (float) (x.get(i, j) + (has ? w : 0)));
        }
      }
    }
    IndianBuffetModel model = fit(new IndianBuffetEstimator(), x, infinite(), 1);
    assertEquals(1, model.posterior().probability(2));
    assertTrue(model.manifest().rmse() < 1e-6, "rmse " + model.manifest().rmse());
    assertTrue(
        model.manifest().figures().getOrDefault(IndianBuffetEstimator.START_RMSE, 1.) < 1e-6);
  }

  private static <O extends FitOptions, M extends Model> M fit(
      Estimator<O, M> estimator, Matrix x, O options, int threads) {
    return fit(new FitRequest<>(estimator, options), x, threads);
  }

  private static <O extends FitOptions, M extends Model> M fit(
      FitRequest<O, M> request, Matrix x, int threads) {
    try (Backend backend = Backends.open("java", threads).backend();
        LoadedData data = new LoadedData(backend, x)) {
      return request.fit(data).toModel();
    }
  }

  private static FitRequest<IndianBuffetOptions, IndianBuffetModel> request(
      IndianBuffetOptions options) {
    return new FitRequest<>(new IndianBuffetEstimator(), options);
  }

  private static FitRequest<IndianBuffetOptions, IndianBuffetModel> resuming(
      IndianBuffetModel saved, IndianBuffetOptions options) {
    return request(options)
        .withCheckpoints(Checkpoints.every(Duration.ofDays(1), saved, soFar -> {}));
  }

  private static IndianBuffetModel fit(Matrix x, IndianBuffetOptions options) {
    return fit(new IndianBuffetEstimator(), x, options, 1);
  }

  private static double sigma(IndianBuffetModel model) {
    return model.manifest().figures().getOrDefault("sigma", Double.NaN);
  }

  private static Matrix times(Matrix x, float by) {
    Matrix scaled = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        scaled.set(i, j, by * x.get(i, j));
      }
    }
    return scaled;
  }

  @ParameterizedTest
  @EnumSource(names = {"LASSO", "CUMULANTS"})
  void chainsFromAGoodStartAgreeOnTheTruth(Start start) {
    IndianBuffetModel model = fit(PLANTED.x(), infinite().withStart(start));
    Posterior posterior = model.posterior();
    assertEquals(new HashSet<>(PLANTED.z().columns()), new HashSet<>(model.z().columns()));
    assertTrue(
        Convergence.Agreement.of(posterior).agrees(),
        Convergence.Agreement.of(posterior).sentence());
    assertTrue(posterior.probability(5) > .9);
    assertEquals(.1, sigma(model), .003);
    for (int i = 0; i < 300; i++) {
      for (int k = 0; k < 5; k++) {
        assertEquals(model.z().get(i, k), posterior.inclusion().get(i, k) > .5);
      }
    }
    for (int k = 0; k < 5; k++) {
      for (int j = 0; j < 30; j++) {
        double deviation = posterior.deviation().get(k, j);
        assertEquals(.1 / Math.sqrt(300 * .4 * .6), deviation, .006);
        assertEquals(model.w().get(k, j), posterior.mean().get(k, j), 4 * deviation);
      }
    }
  }

  /**
   * A third of the entries is missing: which sampler, how many features, and W as far as it is
   * known.
   */
  @Tag("whole")
  @Test
  void missingEntriesAreSampledUncollapsed() {
    Matrix x = Matrix.allocate(300, 30);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 30; j++) {
        boolean missing = CounterRandom.uniform(17, i, j) < 1 / 3.0;
        x.set(i, j, missing ? Float.NaN : PLANTED.x().get(i, j));
      }
    }
    IndianBuffetModel model = fit(x, infinite().withSweeps(40).withChains(2));
    assertEquals(new HashSet<>(PLANTED.z().columns()), new HashSet<>(model.z().columns()));
    assertTrue(model.posterior().probability(5) > .9);
    assertEquals(.1, sigma(model), .004);
    for (int k = 0; k < 5; k++) {
      for (int j = 0; j < 30; j++) {
        double deviation = model.posterior().deviation().get(k, j);
        assertEquals(.1 / Math.sqrt(200 * .4 * .6), deviation, .008);
        assertEquals(model.w().get(k, j), model.posterior().mean().get(k, j), 4 * deviation);
      }
    }
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> fit(x, infinite().withSampler(Sampling.COLLAPSED).withStart(Start.RANDOM)));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("use uncollapsed"), refused.toString());
  }

  /** Neither the sampler nor the threads change what the posterior is. */
  @Test
  void uncollapsedChainsHaveThePosteriorOfCollapsedOnes() {
    IndianBuffetModel model =
        fit(PLANTED.x(), infinite().withSampler(Sampling.UNCOLLAPSED).withSweeps(60));
    assertEquals(new HashSet<>(PLANTED.z().columns()), new HashSet<>(model.z().columns()));
    assertTrue(Convergence.Agreement.of(model.posterior()).agrees());
    assertEquals(.1, sigma(model), .003);
    Matrix wide = Planted.coins(20, 40, 2, .1, .4, 3).x();
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> fit(wide, infinite().withSampler(Sampling.UNCOLLAPSED)));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("40 columns and only 20 rows"),
        refused.toString());
  }

  @Test
  void chainsFromRandomStartsSayThatTheyDisagree() {
    IndianBuffetOptions options = infinite().withStart(Start.RANDOM).withChains(4).withSweeps(40);
    Convergence.Agreement agreement =
        Convergence.Agreement.of(fit(PLANTED.x(), options).posterior());
    assertFalse(agreement.agrees());
    assertTrue(agreement.sentence().contains("do not agree on"), agreement.sentence());
  }

  /** The finite model keeps K, and α = K. */
  @Test
  void theFiniteModelKeepsItsFeatures() {
    IndianBuffetModel model =
        fit(PLANTED.x(), IndianBuffetOptions.of(5).withSweeps(30).withChains(2));
    assertEquals(1, model.posterior().probability(5), 1e-12);
    assertEquals(5, model.posterior().states().get(0).prior().mass());
  }

  @Test
  void whatIsFixedStays() {
    IndianBuffetOptions options =
        infinite().withAlpha(2.0).withSigma(.2).withFeatureScale(1.5).withSweeps(10);
    Posterior posterior = fit(PLANTED.x(), options).posterior();
    assertEquals(2, posterior.states().get(0).prior().mass());
    assertEquals(.2, posterior.states().get(0).scales().noise(), 1e-12);
    assertEquals(1.5, posterior.states().get(0).scales().features(), 1e-12);
  }

  /** X and 255·X have the same Z, and σ in their units. */
  @Test
  void unitsDoNotMatter() {
    IndianBuffetModel one = fit(PLANTED.x(), infinite());
    IndianBuffetModel other = fit(times(PLANTED.x(), 256), infinite());
    assertEquals(one.z(), other.z());
    assertEquals(
        one.posterior().inclusion().squaredNorm(), other.posterior().inclusion().squaredNorm());
    double sigma = sigma(one);
    assertEquals(256 * sigma, sigma(other), 1e-6 * 256 * sigma);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void threadsChangeNoBit(int threads) {
    IndianBuffetModel one = fit(PLANTED.x(), infinite());
    IndianBuffetModel other = fit(new IndianBuffetEstimator(), PLANTED.x(), infinite(), threads);
    assertEquals(one.posterior().states(), other.posterior().states());
    assertEquals(one.posterior().traces(), other.posterior().traces());
  }

  /** log p(X, Z) of wide data, which are reduced, is that of all columns N(0, σa²ZZᵀ + σx²I). */
  @Test
  void wideDataHaveTheDensityOfAllColumns() {
    Matrix x = Planted.coins(20, 70, 3, .1, .4, 5).x();
    IndianBuffetModel model = fit(x, infinite().withSweeps(10).withChains(2));
    for (int c = 0; c < 2; c++) {
      ChainState state = model.posterior().states().get(c);
      List<Sample> trace = model.posterior().traces().get(c);
      double expected = density(x, state) + state.prior().log(state.z());
      assertEquals(expected, trace.get(trace.size() - 1).logJoint(), 1e-4 * Math.abs(expected));
    }
  }

  private static double density(Matrix x, ChainState state) {
    int n = x.rows();
    double noise = state.scales().noise() * state.scales().noise();
    double scale = state.scales().features() * state.scales().features();
    Dense covariance = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        int both = 0;
        for (int k = 0; k < state.z().cols(); k++) {
          both += state.z().get(i, k) && state.z().get(j, k) ? 1 : 0;
        }
        covariance.set(i, j, scale * both + (i == j ? noise : 0));
      }
    }
    Cholesky root = Cholesky.of(covariance);
    Dense columns = x.toDense();
    Dense solved = x.toDense();
    root.solve(solved);
    double log = -0.5 * n * x.cols() * Math.log(2 * Math.PI);
    for (int i = 0; i < n; i++) {
      log -= x.cols() * Math.log(root.lower().get(i, i)) + 0.5 * columns.rowDot(i, solved, i);
    }
    return log;
  }

  /** Fewer rows than columns are reduced; the true D stays in every determinant. */
  @Test
  void wideDataHaveTheirOwnNoise() {
    Planted wide = Planted.coins(60, 900, 4, .1, .5, 8);
    IndianBuffetModel model = fit(wide.x(), infinite());
    assertEquals(new HashSet<>(wide.z().columns()), new HashSet<>(model.z().columns()));
    assertEquals(.1, sigma(model), .003);
  }

  @Test
  void aModelCanBeTheStart() {
    BinaryFactorModel start = fit(new AnnealEstimator(), PLANTED.x(), AnnealOptions.of(5), 1);
    IndianBuffetModel model =
        fit(request(infinite().withSweeps(10)).withStart(start), PLANTED.x(), 1);
    assertEquals(new HashSet<>(start.z().columns()), new HashSet<>(model.z().columns()));
    Planted other = Planted.coins(200, 30, 5, .1, .4, 3);
    FactorModel wrong = start;
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> fit(request(infinite()).withStart(wrong), other.x(), 1));
    assertTrue(String.valueOf(e.getMessage()).contains("300"), e.getMessage());
  }

  /** The file says the same as the model. */
  @Test
  void itsFileIsRead(@TempDir Path folder) {
    IndianBuffetModel model = fit(PLANTED.x(), infinite().withSweeps(20));
    Path file = folder.resolve("post.lfm");
    ModelFile.save(model, file);
    IndianBuffetModel read = (IndianBuffetModel) Estimators.load(file);
    assertEquals(model.z(), read.z());
    assertEquals(model.posterior().traces(), read.posterior().traces());
    assertEquals(model.posterior().states(), read.posterior().states());
    assertEquals(
        model.posterior().deviation().squaredNorm(), read.posterior().deviation().squaredNorm());
  }

  /** Rows like those of the fit are likelier than rows of noise. */
  @Test
  void rowsHaveALikelihood() {
    IndianBuffetModel model = fit(PLANTED.x(), infinite().withSweeps(20));
    Planted more = Planted.coins(350, 30, 5, .1, .4, 3);
    Matrix noise = Planted.coins(300, 30, 5, .1, .4, 9).x();
    try (Backend backend = Backends.open("java", 1).backend()) {
      double fitted = model.score(backend, PLANTED.x()).logLikelihood();
      double other = model.score(backend, noise).logLikelihood();
      // −(D/2) log 2πeσ² − 5 log 2: noise and bits of a row.
      assertEquals(15 * -Math.log(2 * Math.PI * Math.E * .01) - 5 * Math.log(2), fitted, 1);
      assertTrue(other < 0, "" + other);
      assertTrue(Double.isFinite(model.score(backend, more.x()).logLikelihood()));
    }
  }

  @Test
  void timeThatIsOverLeavesWhatThereIs() {
    IndianBuffetOptions options =
        infinite().withSweeps(1_000_000).withTimeLimit(Duration.ofMillis(1500));
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, PLANTED.x())) {
      var fitted = request(options).fit(data);
      assertEquals(Ending.TIME_LIMIT, fitted.ended());
      assertEquals(
          new HashSet<>(PLANTED.z().columns()), new HashSet<>(fitted.toModel().z().columns()));
    }
  }

  /**
   * Columns that are all zero, extreme units, and more columns than rows: what is saved is of X.
   */
  @ParameterizedTest
  @ValueSource(floats = {1, 1e-12f})
  void whatIsSavedMeanwhileIsResumed(float unit, @TempDir Path folder) {
    Matrix x = times(Planted.coins(60, 900, 4, .1, .5, 8).x(), unit);
    for (int i = 0; i < x.rows(); i++) {
      x.set(i, 7, 0);
    }
    IndianBuffetOptions options = infinite().withSweeps(200);
    List<IndianBuffetModel> saved = new ArrayList<>();
    IndianBuffetModel whole =
        fit(
            request(options)
                .withCheckpoints(
                    Checkpoints.every(Duration.ZERO, null, soFar -> saved.add(soFar.toModel()))),
            x,
            2);
    assertEquals(fit(x, options).posterior().traces(), whole.posterior().traces());
    assertFalse(saved.isEmpty());
    Path file = folder.resolve("saved.lfm");
    for (IndianBuffetModel each : List.of(saved.get(0), saved.get(saved.size() - 1), whole)) {
      ModelFile.save(each, file);
      IndianBuffetModel read = ModelFile.load(file, IndianBuffetModel.KIND);
      IndianBuffetModel resumed = fit(resuming(read, options), x, 1);
      assertEquals(whole.z(), resumed.z());
      assertArrayEquals(whole.w().values(), resumed.w().values());
      assertEquals(whole.posterior().traces(), resumed.posterior().traces());
      assertEquals(whole.posterior().states(), resumed.posterior().states());
      assertArrayEquals(
          whole.posterior().inclusion().values(), resumed.posterior().inclusion().values());
      assertArrayEquals(
          whole.posterior().deviation().values(), resumed.posterior().deviation().values());
      assertEquals(whole.manifest().figures(), resumed.manifest().figures());
      assertEquals(whole.manifest().trace(), resumed.manifest().trace());
    }
  }

  /** Wherever a resumed fit is stopped, what is saved is what it resumed, or more. */
  @Test
  void aResumeWithoutTimeKeepsThePosterior() {
    IndianBuffetOptions options = infinite().withSweeps(20);
    IndianBuffetModel saved = fit(PLANTED.x(), options);
    int kept = 0;
    for (int asked = 0; asked < 12; asked++) {
      AtomicInteger left = new AtomicInteger(asked);
      try (Backend backend = Backends.open("java", 1).backend();
          LoadedData data = new LoadedData(backend, PLANTED.x())) {
        FitListener soon = FitListener.SILENT.until(() -> left.getAndDecrement() <= 0);
        IndianBuffetModel model =
            resuming(saved, options.withSweeps(60)).withListener(soon).fit(data).toModel();
        assertEquals(Ending.STOPPED, model.manifest().ended());
        assertEquals(saved.z(), model.z());
        if (model.posterior().states().equals(saved.posterior().states())) {
          kept++;
          assertArrayEquals(
              saved.posterior().inclusion().values(), model.posterior().inclusion().values());
        }
        IndianBuffetModel more = fit(resuming(model, options.withSweeps(60)), PLANTED.x(), 1);
        assertEquals(
            fit(PLANTED.x(), options.withSweeps(60)).posterior().traces(),
            more.posterior().traces());
      } catch (IllegalArgumentException e) {
        String why = String.valueOf(e.getMessage());
        assertTrue(why.contains("the saved model stays as it was"), why);
      }
    }
    assertTrue(kept > 0);
  }

  @Test
  void otherDataOrOptionsAreNotResumed() {
    IndianBuffetModel saved = fit(PLANTED.x(), infinite().withSweeps(10));
    Matrix other = Planted.coins(300, 30, 5, .1, .4, 4).x();
    assertRefused("SHA-256", () -> fit(resuming(saved, infinite().withSweeps(10)), other, 1));
    assertRefused(
        "sweeps is 8", () -> fit(resuming(saved, infinite().withSweeps(8)), PLANTED.x(), 1));
    assertRefused(
        "k is 50", () -> fit(resuming(saved, infinite().withSweeps(10).withK(50)), PLANTED.x(), 1));
  }

  private static void assertRefused(String why, Executable fit) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, fit);
    assertTrue(String.valueOf(e.getMessage()).contains(why), e.getMessage());
  }

  @Test
  void wrongOptionsAreNamed() {
    IndianBuffetOptions options = infinite();
    assertThrows(IllegalArgumentException.class, () -> options.withAlpha(0.0));
    assertThrows(IllegalArgumentException.class, () -> options.withSigma(-1.0));
    assertThrows(IllegalArgumentException.class, () -> options.withChains(0));
    assertThrows(
        IllegalArgumentException.class, () -> fit(PLANTED.x(), IndianBuffetOptions.of(301)));
    assertThrows(IllegalArgumentException.class, () -> fit(Matrix.allocate(20, 5), options));
  }

  /** As a search: exact here, from random starts. */
  @Test
  void annealingFindsPlantedFeatures() {
    BinaryFactorModel model =
        fit(new AnnealEstimator(), PLANTED.x(), AnnealOptions.of(5).withRefine(false), 1);
    assertEquals(new HashSet<>(PLANTED.z().columns()), new HashSet<>(model.z().columns()));
    BinaryFactorModel again =
        fit(new AnnealEstimator(), PLANTED.x(), AnnealOptions.of(5).withRefine(false), 3);
    assertEquals(model.z(), again.z());
  }
}
