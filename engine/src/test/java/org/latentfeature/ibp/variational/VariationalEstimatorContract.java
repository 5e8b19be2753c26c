package org.latentfeature.ibp.variational;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.ReferenceOnly;
import org.latentfeature.columns.subspace.Planted;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.factor.BinaryFactorModel;

/** What variational inference finds of planted features, and what it refuses. */
public abstract class VariationalEstimatorContract {

  private static final Planted PLANTED = Planted.coins(300, 30, 5, .1, .4, 3);

  private final BackendProvider provider;
  private final Backend backend;

  /** On the backend of {@code provider}, which must be able to run here. */
  protected VariationalEstimatorContract(BackendProvider provider) {
    this.provider = provider;
    backend = provider.open(Resources.ofThreads(1));
  }

  @AfterEach
  void close() {
    backend.close();
  }

  /** Read-outs, nothing refined. */
  private static VariationalOptions options(int k) {
    return VariationalOptions.of(k).withRestarts(6).withRefine(false);
  }

  private static BinaryFactorModel fit(Backend on, Matrix x, VariationalOptions options) {
    return fitted(on, x, options, FitListener.SILENT).toModel();
  }

  private static Fitted<BinaryFactorModel> fitted(
      Backend on, Matrix x, VariationalOptions options, FitListener listener) {
    try (LoadedData data = new LoadedData(on, x)) {
      return new FitRequest<>(new VariationalEstimator(), options).withListener(listener).fit(data);
    }
  }

  private static void assertExact(Planted problem, BinaryFactorModel model) {
    assertEquals(new HashSet<>(problem.z().columns()), new HashSet<>(model.z().columns()));
  }

  private static double figure(BinaryFactorModel model, String name) {
    return model.manifest().figures().getOrDefault(name, Double.NaN);
  }

  /** Tall, and wide rows, which are reduced: σ is still that of all columns. */
  @ParameterizedTest
  @CsvSource({"300, 30, 5, .4", "60, 400, 4, .5"})
  void plantedFeaturesAreFound(int n, int d, int k, double p) {
    Planted problem = Planted.coins(n, d, k, .1, p, 3);
    BinaryFactorModel model = fit(backend, problem.x(), options(k));
    assertExact(problem, model);
    // Four standard errors.
    assertEquals(.1, figure(model, "sigma"), .4 / Math.sqrt(2.0 * n * d));
    assertEquals(k, figure(model, "alpha"));
  }

  @ReferenceOnly
  @ParameterizedTest
  @CsvSource({"4, false, false", "4, true, true", "4, true, false", "6, false, true"})
  void everyFormFindsThem(int k, boolean infinite, boolean joint) {
    Planted problem = Planted.coins(300, 30, k, .1, .4, 8);
    BinaryFactorModel model =
        fit(backend, problem.x(), options(k).withInfinite(infinite).withJoint(joint));
    assertExact(problem, model);
    assertEquals(.1, figure(model, "sigma"), .005);
  }

  @ReferenceOnly
  @Test
  void exchangesFindFeaturesThatRestartsMiss() {
    int restarts = 3;
    int[] exact = new int[2];
    for (int seed = 0; seed < 10; seed++) {
      Planted problem = Planted.coins(60, 30, 8, .2, .5, 100 + seed);
      Set<BitVector> features = Set.copyOf(problem.z().columns());
      for (int all = 0; all < 2; all++) {
        FitListener listener = all == 1 ? FitListener.SILENT : event -> event.step() < restarts;
        VariationalOptions options = options(8).withRestarts(restarts);
        List<BitVector> found =
            fitted(backend, problem.x(), options, listener).toModel().z().columns();
        exact[all] += features.equals(new HashSet<>(found)) ? 1 : 0;
      }
    }
    assertTrue(exact[0] <= 5 && exact[1] >= 8, exact[0] + " by restarts, then " + exact[1]);
  }

  /** With room for more; features that no row has are left out. */
  @ReferenceOnly
  @Test
  void theInfiniteModelHasTheFeaturesAmongItsOwn() {
    BinaryFactorModel model = fit(backend, PLANTED.x(), options(12).withInfinite(true));
    assertTrue(model.z().columns().containsAll(PLANTED.z().columns()));
    assertTrue(model.z().cols() < 12, "" + model.z().cols());
    assertTrue(model.z().columns().stream().allMatch(column -> column.count() > 0));
  }

  /** Noise far above X: no bit is likelier than not, so one feature of all rows is left. */
  @ReferenceOnly
  @Test
  void ifNoFeatureIsLeftThereIsTheMean() {
    BinaryFactorModel model = fit(backend, PLANTED.x(), options(5).withSigma(1e4).withAlpha(1e-3));
    assertEquals(1, model.z().cols());
    assertEquals(300, model.z().column(0).count());
  }

  @ReferenceOnly
  @Test
  void whatIsFixedStays() {
    VariationalOptions fixed =
        options(5).withAlpha(2.5).withSigma(.2).withFeatureScale(1.5).withRestarts(2);
    BinaryFactorModel model = fit(backend, PLANTED.x(), fixed);
    assertEquals(2.5, figure(model, "alpha"));
    assertEquals(.2, figure(model, "sigma"), 1e-12);
    assertEquals(1.5, figure(model, "feature-scale"), 1e-12);
  }

  /** What is learned has the larger bound. */
  @ReferenceOnly
  @Test
  void wrongScalesHaveALowerBound() {
    double learned = figure(fit(backend, PLANTED.x(), options(5)), "bound");
    double fixed = figure(fit(backend, PLANTED.x(), options(5).withSigma(.2)), "bound");
    assertTrue(learned > fixed + 1, learned + " and " + fixed);
  }

  @ReferenceOnly
  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void threadsChangeNoBit(int threads) {
    for (int restarts : new int[] {1, 6}) {
      VariationalOptions some = options(5).withRestarts(restarts).withSeed(4);
      BinaryFactorModel one = fit(backend, PLANTED.x(), some);
      try (Backend other = provider.open(Resources.ofThreads(threads))) {
        BinaryFactorModel same = fit(other, PLANTED.x(), some);
        assertEquals(one.z(), same.z());
        assertEquals(figure(one, "bound"), figure(same, "bound"));
        assertEquals(figure(one, "sigma"), figure(same, "sigma"));
      }
    }
  }

  @ReferenceOnly
  @Test
  void anotherSeedStartsElsewhere() {
    VariationalOptions one = options(5).withRestarts(1).withRounds(3);
    double first = figure(fit(backend, PLANTED.x(), one), "bound");
    assertTrue(first != figure(fit(backend, PLANTED.x(), one.withSeed(1)), "bound"));
  }

  /** 255·X has the same Z, and scales and bound in its units. */
  @ReferenceOnly
  @Test
  void unitsDoNotMatter() {
    BinaryFactorModel one = fit(backend, PLANTED.x(), options(5));
    for (double by : new double[] {255, 1e-12}) {
      Matrix scaled = Matrix.allocate(300, 30);
      for (int i = 0; i < 300; i++) {
        for (int j = 0; j < 30; j++) {
          scaled.set(i, j, (float) (by * PLANTED.x().get(i, j)));
        }
      }
      BinaryFactorModel other = fit(backend, scaled, options(5));
      assertEquals(one.z(), other.z());
      double sigma = figure(one, "sigma");
      assertEquals(by * sigma, figure(other, "sigma"), 1e-5 * by * sigma);
      double bound = figure(one, "bound") - 9000 * Math.log(by);
      assertEquals(bound, figure(other, "bound"), 1e-5 * Math.abs(bound));
    }
  }

  /** A bound says no more than the rows of few entries: refinement never raises the error. */
  @ReferenceOnly
  @Test
  void refinementLowersTheError() {
    Matrix noise = Planted.coins(100, 12, 3, 2, .5, 5).x();
    double raw = fitted(backend, noise, options(6), FitListener.SILENT).rmse();
    double refined = fitted(backend, noise, options(6).withRefine(true), FitListener.SILENT).rmse();
    assertTrue(refined < raw, refined + " and " + raw);
  }

  /** Exact rows have no noise, and more features than explain them none to explain. */
  @ReferenceOnly
  @ParameterizedTest
  @ValueSource(ints = {3, 6})
  void exactRowsHaveALargestBoundToo(int k) {
    Planted exact = Planted.coins(80, 9, 3, 0, .5, 6);
    BinaryFactorModel model = fit(backend, exact.x(), options(k));
    assertTrue(Double.isFinite(figure(model, "bound")));
    assertTrue(model.z().columns().containsAll(exact.z().columns()));
  }

  /** K may exceed the rank of X. */
  @ReferenceOnly
  @Test
  void thereMayBeMoreFeaturesThanColumns() {
    BinaryFactorModel model = fit(backend, Planted.coins(90, 3, 5, .05, .5, 2).x(), options(5));
    assertTrue(model.z().cols() >= 1 && model.z().cols() <= 5);
  }

  @Test
  void badInputIsNamed() {
    VariationalOptions all = options(5);
    assertThrows(IllegalArgumentException.class, () -> all.withRestarts(0));
    assertThrows(IllegalArgumentException.class, () -> all.withRounds(0));
    assertThrows(IllegalArgumentException.class, () -> all.withAlpha(0.0));
    assertThrows(IllegalArgumentException.class, () -> all.withSigma(-1.0));
    assertThrows(IllegalArgumentException.class, () -> all.withFeatureScale(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> VariationalOptions.of(0));
    assertRefused("only 300 rows", PLANTED.x(), options(301));
    assertRefused("all entries of X are zero", Matrix.allocate(20, 5), all);
  }

  private void assertRefused(String why, Matrix x, VariationalOptions options) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> fit(backend, x, options));
    assertTrue(String.valueOf(e.getMessage()).contains(why), e.getMessage());
  }

  @ReferenceOnly
  @Test
  void timeThatIsOverLeavesWhatThereIs() {
    VariationalOptions many =
        options(5).withRestarts(1_000_000).withTimeLimit(Duration.ofMillis(800));
    Fitted<BinaryFactorModel> fitted = fitted(backend, PLANTED.x(), many, FitListener.SILENT);
    assertEquals(Ending.TIME_LIMIT, fitted.ended());
    if (fitted.steps() > 1) { // a device of software ends hardly one restart
      assertExact(PLANTED, fitted.toModel());
    }
  }

  /** Before the first restart has any ν there is only the mean of the rows. */
  @ReferenceOnly
  @Test
  void aStopAtOnceLeavesTheMean() {
    FitListener stopped =
        new FitListener() {
          @Override
          public boolean onStep(FitEvent event) {
            return true;
          }

          @Override
          public boolean isStopRequested() {
            return true;
          }
        };
    Fitted<BinaryFactorModel> fitted = fitted(backend, PLANTED.x(), options(5), stopped);
    assertEquals(Ending.STOPPED, fitted.ended());
    assertEquals(300, fitted.toModel().z().column(0).count());
  }

  @ReferenceOnly
  @Test
  void aListenerStopsItAfterARestart() {
    AtomicInteger heard = new AtomicInteger();
    FitListener impatient =
        new FitListener() {
          @Override
          public boolean onStep(FitEvent event) {
            assertEquals("variational", event.stage());
            return heard.incrementAndGet() < 2;
          }
        };
    Fitted<BinaryFactorModel> fitted = fitted(backend, PLANTED.x(), options(5), impatient);
    assertEquals(Ending.STOPPED, fitted.ended());
    assertEquals(2, heard.get());
    assertEquals(5, fitted.toModel().z().cols());
  }
}
