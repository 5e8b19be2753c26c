package org.latentfeature.ibp.bpmeans;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.ReferenceOnly;
import org.latentfeature.columns.subspace.Planted;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.factor.BinaryFactorModel;

/** What BP-means finds, with K fixed and free, and what it refuses. */
public abstract class BpMeansEstimatorContract {

  private final BackendProvider provider;
  private final Backend backend;

  /** On the backend of {@code provider}, which must be able to run here. */
  protected BpMeansEstimatorContract(BackendProvider provider) {
    this.provider = provider;
    backend = provider.open(Resources.ofThreads(1));
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private record Fit(Fitted<BinaryFactorModel> fitted, BinaryFactorModel model) {}

  private Fit fit(Matrix x, BpMeansOptions options) {
    return fit(backend, x, options);
  }

  private static Fit fit(Backend on, Matrix x, BpMeansOptions options) {
    try (LoadedData data = new LoadedData(on, x)) {
      Fitted<BinaryFactorModel> fitted =
          new FitRequest<>(new BpMeansEstimator(), options).fit(data);
      return new Fit(fitted, fitted.toModel());
    }
  }

  private String refusal(Matrix x, BpMeansOptions options) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> fit(x, options)).getMessage());
  }

  private static Matrix scaled(Matrix x, float by) {
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.cols(); j++) {
        out.set(i, j, by * x.get(i, j));
      }
    }
    return out;
  }

  /** As Syn0: 100 rows, 4 features, few restarts; narrow rows, and wide ones that are reduced. */
  @ParameterizedTest
  @ValueSource(ints = {36, 300})
  void featuresAreRecovered(int d) {
    Planted problem = Planted.coins(100, d, 4, .05, .5, 3);
    Fit fit = fit(problem.x(), BpMeansOptions.of(4));
    assertEquals(new HashSet<>(problem.z().columns()), new HashSet<>(fit.model().z().columns()));
    assertEquals("bp-means", fit.model().manifest().method());
    assertEquals(Ending.CONVERGED, fit.fitted().ended());
  }

  /** With few columns, 100 restarts end with a feature too many, which an exchange takes away. */
  @ParameterizedTest
  @ValueSource(ints = {36, 60, 300})
  void thePriceOfAFeatureDecidesOnTheirNumber(int d) {
    Planted problem = Planted.coins(100, d, 4, .05, .5, 3);
    Fit fit = fit(problem.x(), BpMeansOptions.of(12).withLambda2(6.0 * d));
    assertEquals(new HashSet<>(problem.z().columns()), new HashSet<>(fit.model().z().columns()));
    double error = Math.pow(fit.fitted().rmse(), 2) * 100 * d;
    double objective =
        assertInstanceOf(Number.class, fit.fitted().findings().get("objective")).doubleValue();
    assertEquals(error + 24 * d, objective, 1e-3);
  }

  /** Both are left to the data where neither K nor the noise is right. */
  @ReferenceOnly
  @Test
  void lowerPricesGiveMoreFeatures() {
    Matrix x = Planted.coins(80, 20, 5, .5, .4, 4).x();
    int before = 0;
    for (double lambda2 : new double[] {500, 100, 5}) {
      int now =
          fit(x, BpMeansOptions.of(30).withLambda2(lambda2).withRestarts(10)).fitted().features();
      assertTrue(now >= before, now + " after " + before);
      before = now;
    }
    assertTrue(before > 5, before + " features");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void threadsChangeNothing(int threads) {
    Matrix x = Planted.coins(300, 20, 10, .5, .4, 8).x();
    for (BpMeansOptions options :
        new BpMeansOptions[] {
          BpMeansOptions.of(10).withRestarts(5),
          BpMeansOptions.of(20).withRestarts(3).withLambda2(50.0)
        }) {
      Fit one = fit(x, options);
      try (Backend other = provider.open(Resources.ofThreads(threads))) {
        Fit several = fit(other, x, options);
        assertEquals(one.model().z(), several.model().z());
        assertArrayEquals(one.model().w().values(), several.model().w().values());
        assertEquals(one.fitted().rmse(), several.fitted().rmse());
      }
    }
  }

  @ReferenceOnly
  @Test
  void otherUnitsChangeNothing() {
    Matrix x = Planted.coins(150, 20, 6, .5, .4, 9).x();
    Matrix scaled = scaled(x, 256); // by a power of two: other factors round in single precision
    BpMeansOptions fixed = BpMeansOptions.of(6).withRestarts(10);
    assertEquals(fit(x, fixed).model().z(), fit(scaled, fixed).model().z());
    BpMeansOptions free = BpMeansOptions.of(15).withRestarts(10);
    assertEquals(
        fit(x, free.withLambda2(40.0)).model().z(),
        fit(scaled, free.withLambda2(40.0 * 256 * 256)).model().z());
  }

  /** Values so large that a fit scales them; λ² stays in the units of X. */
  @ReferenceOnly
  @Test
  void aPriceIsInTheUnitsOfExtremeData() {
    Planted problem = Planted.coins(100, 300, 4, .05, .5, 3);
    Matrix large = scaled(problem.x(), 0x1p80f);
    Fit fit = fit(large, BpMeansOptions.of(12).withLambda2(1800 * 0x1p160));
    assertEquals(new HashSet<>(problem.z().columns()), new HashSet<>(fit.model().z().columns()));
  }

  @ReferenceOnly
  @Test
  void otherSeedsGiveOtherStarts() {
    Matrix x = Planted.coins(200, 20, 12, 2, .5, 8).x();
    BpMeansOptions one = BpMeansOptions.of(12).withRestarts(1);
    assertEquals(fit(x, one).model().z(), fit(x, one).model().z());
    assertTrue(!fit(x, one).model().z().equals(fit(x, one.withSeed(1)).model().z()));
  }

  @ReferenceOnly
  @Test
  void outOfTimeTheBestSoFarIsKept() {
    Matrix x = Planted.coins(2000, 60, 25, 2, .5, 9).x();
    Fit none = fit(x, BpMeansOptions.of(25).withTimeLimit(Duration.ofNanos(1)));
    assertEquals(Ending.TIME_LIMIT, none.fitted().ended());
    assertEquals(1, none.fitted().features());
    BpMeansOptions many = BpMeansOptions.of(25).withRestarts(1_000_000);
    Fit some = fit(x, many.withTimeLimit(Duration.ofSeconds(2)));
    assertEquals(Ending.TIME_LIMIT, some.fitted().ended());
    assertTrue(some.fitted().rmse() < none.fitted().rmse());
  }

  @Test
  void badInputIsNamed() {
    Matrix x = Planted.coins(5, 4, 2, .1, .5, 10).x();
    assertEquals(
        "lambda2 is 0.0; it must be above 0",
        assertThrows(IllegalArgumentException.class, () -> BpMeansOptions.of(2).withLambda2(0.0))
            .getMessage());
    assertTrue(refusal(x, BpMeansOptions.of(6)).startsWith("K is 6, but X has only 5 rows"));
    assertTrue(
        refusal(Matrix.allocate(5, 4), BpMeansOptions.of(2))
            .startsWith("all entries of X are zero"));
    assertTrue(
        refusal(x, BpMeansOptions.of(3).withLambda2(1e9))
            .startsWith("lambda2 is 1.0E9, but no feature lowers the squared error of X"));
  }

  @ReferenceOnly
  @Test
  void itIsFoundByName() {
    assertEquals(BpMeansEstimator.class, Estimators.named("bp-means").getClass());
  }
}
