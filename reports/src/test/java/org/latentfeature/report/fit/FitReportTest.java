package org.latentfeature.report.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.latentfeature.report.fit.ParsedPage.count;
import static org.latentfeature.report.fit.ParsedPage.parsed;
import static org.latentfeature.report.fit.ParsedPage.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.step.coding.Codes;
import org.w3c.dom.Document;

class FitReportTest {

  private static Manifest manifest(int rows, int columns, int features) {
    List<Manifest.TracePoint> trace = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      trace.add(new Manifest.TracePoint("lasso", i, i, 1.0 / i, 2, 1));
      trace.add(new Manifest.TracePoint("path", i, i, 2.0 / i, Double.NaN, 1));
    }
    return new Manifest(
        Manifest.CURRENT_FORMAT,
        "latent-feature-lasso",
        "lfm test",
        Map.of("k", "3"),
        17,
        new BackendInfo("java", "a device", 1, Map.of("java", "17")),
        rows,
        columns,
        features,
        "abc",
        "lasso",
        .1,
        Map.of(
            "certificate_mu", .25,
            "certificate_objective", 2.0,
            "certificate_lower_bound", 1.9,
            "certificate_gap", .05,
            "certificate_failure", 0.0),
        Ending.CONVERGED,
        trace,
        Map.of("total", 1.5),
        null,
        null,
        null,
        null);
  }

  private static ReportedFit fit(
      RandomFit random,
      @Nullable List<String> names,
      @Nullable PictureShape shape,
      @Nullable PathResult path) {
    return new ReportedFit(
        manifest(random.x().rows(), random.x().cols(), random.w().rows()),
        random.w(),
        random.x(),
        Codes.binary(random.z()),
        false,
        names,
        shape,
        FeatureScale.SHARED,
        new ReportedLasso(path));
  }

  /**
   * The first K true features for each K, W off by {@code off}; beyond them features that do
   * nothing.
   */
  private static PathResult path(RandomFit random, Ending ended, int most, double off) {
    List<PathResult.Point> points = new ArrayList<>();
    for (int k = 1; k <= most; k++) {
      int[] kept = new int[k];
      for (int i = 0; i < k; i++) {
        kept[i] = i % random.w().rows();
      }
      BinaryMatrix z = random.z().select(kept);
      Dense w = off(random.w().selectRows(kept), off);
      Arrays.fill(w.values(), Math.min(k, random.w().rows()) * w.cols(), k * w.cols(), 0);
      double rmse = Residuals.of(random.x(), Codes.binary(z), w).rmse();
      points.add(new PathResult.Point(k, z, w, rmse, .9 * rmse, k));
    }
    return new PathResult(
        points,
        ended,
        List.of(),
        new FitOrigin<>(
            LassoOptions.of(1),
            new BackendInfo("java", "a test", 1, Map.of()),
            Matrix.allocate(1, 1)));
  }

  private static Dense off(Dense w, double by) {
    Dense other = w.copy();
    for (int at = 0; at < other.values().length; at++) {
      other.values()[at] += by;
    }
    return other;
  }

  @Test
  void aPageOfPicturesHasOneForEachFeatureAndTwoForEachBadRow() throws Exception {
    RandomFit random = RandomFit.of(30, 12, 3, .1, 1);
    ReportedFit fit = fit(random, null, new PictureShape(3, 4, false), null);
    Document document = parsed(fit);
    assertEquals(1 + 3 + 3 + 2 * 12, count(document, "img"));
    String text = text(document);
    assertTrue(text.contains("3 features of X<1>.npy"), text);
    assertTrue(text.contains("lfm report 'a b.lfm' X.npy"), text);
    assertTrue(text.contains("17") && text.contains("java on a device, 1 thread"), text);
    assertTrue(text.contains("23") && text.contains("java on another device, 1 thread"), text);
    assertTrue(text.contains("Other numbers of features were not tried"), text);
    assertTrue(
        text.contains(
            "Proven: at penalty 0.25 the objective is 2 and the optimality gap is at most 5.00 %"),
        text);
    Residuals residuals = Residuals.of(random.x(), Codes.binary(random.z()), random.w());
    int worst = residuals.worst(1)[0];
    assertTrue(text.contains("Row " + (worst + 1)), text);
    assertEquals(
        new FitReport(fit).page(ParsedPage.ORIGIN).toHtml(),
        new FitReport(fit).page(ParsedPage.ORIGIN).toHtml());
  }

  @Test
  void withoutAShapeTheColumnsAreNamed() throws Exception {
    RandomFit random = RandomFit.of(30, 3, 2, .1, 1);
    List<String> names = List.of("a<b>", "a very long name of a column", "");
    String text = text(parsed(fit(random, names, null, null)));
    assertTrue(text.contains("a<b>"), text);
    assertTrue(text.contains("a very long name of a column"), text);
    assertTrue(text.contains("column 3"), text);
    text = text(parsed(fit(random, null, null, null)));
    assertTrue(text.contains("column 3"), text);
  }

  @Test
  void theSuggestionIsTheShortestDescriptionAndAnEarlyEndIsTold() throws Exception {
    RandomFit random = RandomFit.of(200, 50, 3, .1, 2);
    ReportedFit fit = fit(random, null, null, path(random, Ending.STOPPED, 4, 0));
    Document document = parsed(fit);
    assertEquals(3, new FitReport(fit).suggestedFeatures());
    assertTrue(text(document).contains("Suggested: 3 features"), text(document));
    assertTrue(
        text(document).contains("did not finish (stopped); it ends at K = 4"), text(document));
    ReportedFit rising = fit(random, null, null, path(random, Ending.CONVERGED, 2, 0));
    assertTrue(text(parsed(rising)).contains("the largest K tried"));
  }

  /** The path of a report is made in the fast way, which may miss what the model has found. */
  @Test
  void theModelStandsInThePathAtItsKIfItIsBetter() {
    RandomFit random = RandomFit.of(200, 50, 3, .1, 2);
    double own = Residuals.of(random.x(), Codes.binary(random.z()), random.w()).rmse();
    PathResult worse = path(random, Ending.CONVERGED, 4, .05);
    ReportedFit fit = fit(random, null, null, worse);
    FeatureCounts counts =
        FeatureCounts.of(worse, fit, Residuals.of(random.x(), fit.codes(), random.w()));
    assertEquals(own, counts.all().get(2).rmse());
    assertEquals(counts.bits(random.z(), random.w()), counts.all().get(2).bits());
    assertEquals(3, new FitReport(fit).suggestedFeatures());
    PathResult better = path(random, Ending.CONVERGED, 4, 0);
    RandomFit rough = new RandomFit(random.x(), random.z(), off(random.w(), .05));
    fit = fit(rough, null, null, better);
    counts = FeatureCounts.of(better, fit, Residuals.of(rough.x(), fit.codes(), rough.w()));
    assertEquals(own, counts.all().get(2).rmse());
  }

  @Test
  void whereNoFeatureIsWorthItsBitsNoneIsSuggested() throws Exception {
    RandomFit random = RandomFit.of(100, 20, 2, 3, 2);
    ReportedFit fit = fit(random, null, null, path(random, Ending.CONVERGED, 2, 0));
    assertNull(new FitReport(fit).suggestedFeatures());
    assertTrue(text(parsed(fit)).contains("there is no evidence of binary features"));
  }

  @Test
  void anExactFitOfOneFeatureThatAllRowsHaveIsReportedToo() throws Exception {
    Matrix x = Matrix.of(new float[][] {{1, -2}, {1, -2}});
    BinaryMatrix z = BinaryMatrix.empty(2).with(BitVector.of(new boolean[] {true, true}));
    RandomFit exact = new RandomFit(x, z, Dense.wrap(1, 2, new double[] {1, -2}));
    String text = text(parsed(fit(exact, null, new PictureShape(1, 2, true), null)));
    assertTrue(text.contains("The residual of every row is 0"), text);
    assertTrue(text.contains("There are no two features"), text);
  }

  @Test
  void aFeatureOfNoRowIsReportedToo() throws Exception {
    RandomFit random = RandomFit.of(30, 5, 2, .1, 1);
    BinaryMatrix z = random.z().replace(1, BitVector.of(new boolean[30]));
    Dense w = random.w().copy();
    for (int j = 0; j < 5; j++) {
      w.set(1, j, 0);
    }
    assertTrue(
        text(parsed(fit(new RandomFit(random.x(), z, w), null, null, null)))
            .contains("Feature 2: 0 rows"));
  }

  @Test
  void complementsAreInterpretedInWords() throws Exception {
    String text = text(parsed(TestFits.withComplement(null)));
    assertTrue(
        text.contains(
            "Features 1 and 2 never occur together and one of them always does (φ = −1): feature 2"
                + " is the complement of feature 1. Together they act as one feature with the"
                + " component w₁ − w₂, added to the constant row w₂."),
        text);
    RandomFit independent = RandomFit.of(200, 5, 3, .1, 1);
    assertFalse(text(parsed(fit(independent, null, null, null))).contains("complement"));
  }

  @Test
  void theShareExplainedIsThatOfTheSumOfSquares() throws Exception {
    RandomFit random = RandomFit.of(30, 5, 2, .1, 1);
    Residuals residuals = Residuals.of(random.x(), Codes.binary(random.z()), random.w());
    assertEquals(1 - residuals.squaredError() / residuals.squaredNorm(), residuals.explained());
    assertTrue(
        text(parsed(fit(random, null, null, null)))
            .contains(
                "2 binary features explain "
                    + Quantity.percent(residuals.explained())
                    + " of ‖X‖²"));
  }

  @Test
  void picturesShareOneScaleUnlessEachIsToHaveItsOwn() throws Exception {
    ReportedFit shared = TestFits.withComplement(new PictureShape(2, 3, false));
    ReportedFit own =
        new ReportedFit(
            shared.manifest(),
            shared.w(),
            shared.x(),
            shared.codes(),
            shared.newRows(),
            null,
            shared.shape(),
            FeatureScale.OWN,
            shared.kind());
    assertTrue(text(parsed(shared)).contains("All pictures have the same colour scale."));
    assertFalse(text(parsed(shared)).contains("±"));
    for (int k = 0; k < 3; k++) {
      assertTrue(
          text(parsed(own)).contains("±" + Quantity.number(FeatureScale.OWN.limit(shared.w(), k))));
      assertTrue(FeatureScale.OWN.limit(shared.w(), k) <= FeatureScale.SHARED.limit(shared.w(), k));
    }
  }

  @Test
  void newRowsAreToldToBeSuch() throws Exception {
    RandomFit random = RandomFit.of(30, 5, 2, .1, 1);
    ReportedFit fit =
        new ReportedFit(
            manifest(99, 5, 2),
            random.w(),
            random.x(),
            Codes.binary(random.z()),
            true,
            null,
            null,
            FeatureScale.SHARED,
            new ReportedLasso(null));
    assertTrue(text(parsed(fit)).contains("not the data that the model was fitted to"));
  }

  @Test
  void shapesThatDoNotFitAreRefused() {
    RandomFit random = RandomFit.of(30, 5, 2, .1, 1);
    assertThrows(
        IllegalArgumentException.class,
        () -> fit(random, null, new PictureShape(2, 3, false), null));
    assertThrows(
        IllegalArgumentException.class,
        () -> fit(new RandomFit(random.x(), BinaryMatrix.empty(30), random.w()), null, null, null));
  }
}
