package org.latentfeature.lasso.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.SearchReport;
import org.latentfeature.fit.SearchReports;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.estimator.Weights;
import org.latentfeature.fit.metrics.Hamming;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.View;
import org.latentfeature.lasso.Variant;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** Data that settle no search as they are, and do in another view. */
class ViewsTest {

  private final SearchReports reports = new SearchReports();

  private FitRequest<LassoOptions, LassoModel> request(int k) {
    return new FitRequest<>(new LassoEstimator(), LassoOptions.of(k)).withListener(reports);
  }

  private static LassoModel fit(Drawn drawn, FitRequest<LassoOptions, LassoModel> request) {
    try (Backend backend = Backends.open("java", 2).backend();
        LoadedData data = new LoadedData(backend, Matrix.of(drawn.x))) {
      return request.fit(data).toModel();
    }
  }

  private static Drawn offset() {
    Drawn drawn = new Drawn(300, 20, 4, .3, 5).multiply().noise(.2);
    for (double[] row : drawn.x) {
      for (int j = 0; j < row.length; j++) {
        row[j] += 50 + j;
      }
    }
    return drawn;
  }

  private static Drawn unequal() {
    Drawn drawn = new Drawn(300, 24, 3, .4, 6).multiply();
    for (double[] row : drawn.x) {
      for (int j = 0; j < row.length; j++) {
        row[j] += (j % 4 == 0 ? 12 : .2) * drawn.random.nextGaussian();
      }
    }
    return drawn;
  }

  private static Drawn heavy() {
    Drawn drawn = new Drawn(240, 24, 3, .4, 7).multiply().noise(.2);
    for (double[] row : drawn.x) {
      for (int j = 0; j < row.length; j++) {
        if (drawn.random.nextDouble() < .02) {
          row[j] += 40 * drawn.random.nextGaussian();
        }
      }
    }
    return drawn;
  }

  @Test
  void anOffsetIsTakenOut() {
    LassoModel found = fit(offset(), request(4));
    assertEquals(0, offset().upToComplement(found.z()));
    double[] b = Objects.requireNonNull(found.terms().intercept());
    assertTrue(b[10] > 50, "the intercept is of X");
    assertEquals("centred", found.terms().view());
    assertEquals(SearchReport.Outcome.FINISHED, reports.of("centred view").outcome());
    assertTrue(!reports.has("lasso"), "nothing else is searched");
  }

  @Test
  void columnsAreWeighedByTheirNoise() {
    Drawn drawn = unequal();
    LassoModel found = fit(drawn, request(3));
    assertEquals(0, Hamming.mean(drawn.z, found.z()), .005);
    double[] weights = Objects.requireNonNull(found.terms().weights());
    assertEquals(3600, weights[1] / weights[0], 1000);
    assertEquals("scaled", found.terms().view());
    FitRequest<LassoOptions, LassoModel> plain =
        new FitRequest<>(new LassoEstimator(), LassoOptions.of(3).withView(View.PLAIN));
    assertTrue(Hamming.mean(drawn.z, fit(drawn, plain).z()) > .05, "X as it is is lost");
  }

  /** A view that settles has the features; bits of rows with a large residual go by its size. */
  @Test
  void tailsOfAViewThatSettlesAreClipped() {
    Drawn drawn = new Drawn(400, 40, 6, .4, 11).multiply();
    for (double[] row : drawn.x) {
      for (int j = 0; j < row.length; j++) {
        double t = drawn.random.nextGaussian() / Math.sqrt(-Math.log(drawn.random.nextDouble()));
        row[j] += (j % 4 == 0 ? 1.1 : .25) * t;
      }
    }
    LassoModel found = fit(drawn, request(6));
    assertEquals("scaled+clipped", found.terms().view());
    assertEquals(SearchReport.Outcome.FINISHED, reports.of("scaled view").outcome());
    assertEquals(
        SearchReport.Outcome.UNNEEDED, reports.of("scaled+clipped view").outcome(), "not searched");
    LassoModel squares =
        fit(
            drawn,
            new FitRequest<>(new LassoEstimator(), LassoOptions.of(6).withView(View.SCALED)));
    double clipped = Hamming.mean(drawn.z, found.z());
    assertTrue(clipped < .001, () -> "bits wrong: " + clipped);
    double squared = Hamming.mean(drawn.z, squares.z());
    assertTrue(squared > 2 * clipped, () -> "bits wrong by squares: " + squared);
  }

  /** Noise in few entries is no measure of outliers; the figures are those of squares. */
  @Tag("whole")
  @Test
  void whereMostEntriesHaveNoNoiseNothingIsClipped() {
    Matrix x = new SparseProblem(700, 400, 4, 7000, .1, 0).draw().x().toDense();
    try (Backend backend = Backends.open("java", 2).backend();
        LoadedData data = new LoadedData(backend, x)) {
      LassoModel found = request(4).fit(data).toModel();
      assertEquals("scaled", found.terms().view());
      double[] weights = Objects.requireNonNull(found.terms().weights());
      double sum = 0;
      for (int i = 0; i < x.rows(); i++) {
        for (int j = 0; j < x.cols(); j++) {
          double rest = x.get(i, j);
          for (int k = 0; k < 4; k++) {
            rest -= found.z().get(i, k) ? found.w().get(k, j) : 0;
          }
          sum += weights[j] * rest * rest;
        }
      }
      double noise = Math.sqrt(sum / (700 * 400 - 4 * 400));
      assertEquals(
          noise, found.manifest().figures().getOrDefault("weighted_noise", 0.), 1e-4 * noise);
    }
  }

  @Test
  void outlyingEntriesAreClipped() {
    Drawn drawn = heavy();
    LassoModel found = fit(drawn, request(3));
    assertEquals(0, Hamming.mean(drawn.z, found.z()), .01);
    assertFalse(Double.isNaN(found.terms().threshold()));
    assertEquals("clipped", found.terms().view());
  }

  @Test
  void newRowsAreSeenAsTheFitsWere() {
    for (Drawn drawn : List.of(offset(), unequal(), heavy())) {
      LassoModel found = fit(drawn, request(drawn.z.cols()));
      try (Backend backend = Backends.open("java", 1).backend()) {
        BinaryMatrix codes = found.transform(backend, Matrix.of(drawn.x)).z();
        assertEquals(0, Hamming.mean(found.z(), codes), .005);
      }
    }
  }

  @Test
  void aFitThatSettlesHasNoOtherView() {
    Drawn drawn = new Drawn(200, 20, 4, .4, 8).multiply().noise(.1);
    LassoModel found = fit(drawn, request(4));
    assertEquals(0, Hamming.mean(drawn.z, found.z()));
    assertNull(found.terms().intercept());
    assertEquals("plain", found.terms().view());
    assertEquals(SearchReport.Outcome.UNNEEDED, reports.of("centred view").outcome());
  }

  @Tag("whole")
  @Test
  void aViewIsTheVariantThatItIsNamedFor() {
    Drawn drawn = heavy();
    LassoEstimator lasso = new LassoEstimator();
    LassoModel viewed = fit(drawn, lasso.request(3, Map.of("view", "centred+clipped")));
    LassoModel named = fit(drawn, lasso.request(3, Map.of("robust", "true", "intercept", "true")));
    assertEquals(named.z(), viewed.z());
    assertEquals(named.terms().threshold(), viewed.terms().threshold());
    assertNotNull(viewed.terms().intercept());
    LassoModel scaled = fit(drawn, lasso.request(3, Map.of("view", "scaled")));
    Weights noise = new Weights(null, null, true);
    LassoModel weighed = fit(drawn, lasso.request(3, Map.of()).withWeights(noise));
    assertEquals(weighed.z(), scaled.z());
  }

  /** There is no noise to scale columns by. */
  @Test
  void rowsThatAreAllEqualAreFitted() {
    Drawn equal = new Drawn(50, 3, 2, .4, 9);
    for (double[] row : equal.x) {
      row[0] = 1;
      row[1] = 2;
      row[2] = 3;
    }
    assertEquals(0, fit(equal, request(2)).manifest().rmse(), 1e-6);
  }

  @Test
  void aStopBeforeTheNoiseIsKnownLeavesAModel() {
    LassoOptions scaled =
        LassoOptions.of(4).withView(View.SCALED).withTimeLimit(Duration.ofNanos(1));
    LassoModel found = fit(unequal(), new FitRequest<>(new LassoEstimator(), scaled));
    assertEquals(Ending.TIME_LIMIT, found.manifest().ended());
  }

  /** An extension to all rows is by the plain squared error. */
  @Test
  void aSampleIsFittedAsItIs() {
    LassoModel found = fit(offset(), request(4).withSample(SampleSize.of(150)));
    assertNull(found.terms().intercept());
  }

  @Test
  void contradictionsAreNamed() {
    LassoOptions plain = LassoOptions.of(3).withView(View.PLAIN);
    OptionException centred =
        assertThrows(
            OptionException.class, () -> plain.withVariant(Variant.PLAIN.withIntercept(true)));
    assertTrue(
        String.valueOf(centred.getMessage()).contains("intercept asks for the centred view"));
    LassoEstimator lasso = new LassoEstimator();
    FitRequest<LassoOptions, LassoModel> request =
        lasso.request(4, Map.of("view", "plain")).withWeights(new Weights(null, null, true));
    assertThrows(OptionException.class, () -> fit(offset(), request));
    IllegalArgumentException unknown =
        assertThrows(
            IllegalArgumentException.class, () -> lasso.request(4, Map.of("view", "rotated")));
    assertTrue(String.valueOf(unknown.getMessage()).contains("centred+scaled"));
  }
}
