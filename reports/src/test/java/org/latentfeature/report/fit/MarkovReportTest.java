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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.markov.MarkovParameters;
import org.latentfeature.report.graph.TransitionChoice;
import org.latentfeature.report.graph.TransitionGraph;
import org.latentfeature.report.picture.FeatureScale;
import org.latentfeature.report.picture.PictureShape;
import org.latentfeature.step.coding.Codes;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Pages of Markov models. */
class MarkovReportTest {

  private static Manifest manifest(
      RandomFit random, String method, Map<String, String> options, double... bounds) {
    List<Manifest.TracePoint> trace = new ArrayList<>();
    for (int i = 0; i < bounds.length; i++) {
      String stage = i < 3 ? method : i < 5 ? "transitions" : "exchange";
      trace.add(new Manifest.TracePoint(stage, i + 1, 3, bounds[i], Double.NaN, 1));
    }
    return new Manifest(
        Manifest.CURRENT_FORMAT,
        "markov-latent-features",
        "lfm test",
        options,
        17,
        new BackendInfo("java", "a device", 1, Map.of("java", "17")),
        random.x().rows(),
        random.x().cols(),
        random.w().rows(),
        "abc",
        method,
        .1,
        new TreeMap<>(Map.of("variance", .09, "precision", 4.0, "used", 3.0)),
        Ending.CONVERGED,
        trace,
        Map.of("total", 1.5),
        null,
        null,
        null,
        null);
  }

  /** Transitions 1 → 2 → … → K, each {@code times}. */
  private static ReportedMarkov chain(RandomFit random, double times) {
    int k = random.w().rows();
    Dense counts = new Dense(k + 1, k + 1);
    Dense prior = new Dense(1, k + 1);
    for (int l = 0; l <= k; l++) {
      counts.set(l, (l + 1) % (k + 1), times);
      prior.set(0, l, .1);
    }
    MarkovParameters model = new MarkovParameters(random.w(), counts, prior, .09, 4);
    return new ReportedMarkov(
        TransitionGraph.of(model, TransitionChoice.readable(k)), model, random.x().rows());
  }

  private static Codes codes(RandomFit random) {
    Matrix weights = Matrix.allocate(random.z().rows(), random.z().cols());
    for (int i = 0; i < weights.rows(); i++) {
      for (int k = 0; k < weights.cols(); k++) {
        weights.set(i, k, (i % 4 - 1.5f) / (k + 1));
      }
    }
    return Codes.weighted(random.z(), weights);
  }

  private static ReportedFit fit(
      RandomFit random, Manifest manifest, boolean newRows, @Nullable PictureShape shape) {
    return new ReportedFit(
        manifest,
        random.w(),
        random.x(),
        codes(random),
        newRows,
        null,
        shape,
        FeatureScale.SHARED,
        chain(random, 20));
  }

  private static List<String> headings(Document document) {
    List<String> headings = new ArrayList<>();
    var all = document.getElementsByTagName("h2");
    for (int i = 0; i < all.getLength(); i++) {
      headings.add(all.item(i).getTextContent());
    }
    return headings;
  }

  @Test
  void transitionsHaveASectionOfTheirOwn() throws Exception {
    RandomFit random = RandomFit.of(30, 12, 3, .1, 1);
    ReportedFit fit =
        fit(random, manifest(random, "batch", Map.of("k", "3"), -90, -40, 2, 2, 5, 6), false, null);
    Document document = parsed(fit);
    assertEquals(
        List.of(
            "Features",
            "Contribution",
            "Co-occurrence",
            "Choosing K",
            "Transitions",
            "Largest residuals",
            "Convergence",
            "Provenance"),
        headings(document));
    String text = text(document);
    assertTrue(text.contains("1 → 2") && text.contains("2 → 3"), text);
    assertTrue(text.contains("All arrows could point the other way"), text);
    // From a state the next one of the circle follows with (20 + .1)/(20 + .4), the others with
    // .1/20.4 each: all four states are alike, and Δ is ¼. Each feature is in 20 of 30 rows.
    assertTrue(text.contains("probability Δ₀ = 0.25."), text);
    assertTrue(text.contains("1/Δ₀ − 1 = 3 features on average"), text);
    assertTrue(text.contains("fitted rows have 2."), text);
    assertTrue(text.contains("66.7 %"), text);
    assertTrue(text.contains("3 binary features with real weights explain"), text);
    assertTrue(text.contains("2 c eᵀw + c²‖w‖²"), text);
    assertTrue(text.contains("by having the feature with weight 1"), text);
    assertTrue(text.contains("rms weight"), text);
    assertTrue(text.contains("standard deviation of the noise is 0.3"), text);
    assertTrue(text.contains("prior of the weights is 0.5"), text);
    assertTrue(text.contains("the batch inference"), text);
    assertTrue(
        text.contains(
            "3 steps of batch inference, 2 steps of resetting the transitions, 1 step of"
                + " exchanging features"),
        text);
    assertFalse(text.contains("penalty") || text.contains("least-squares refit"), text);
    assertFalse(text.contains("standardised") || text.contains("are missing"), text);
    assertNull(new FitReport(fit).suggestedFeatures());
    assertEquals(
        new FitReport(fit).page(ParsedPage.ORIGIN).toHtml(),
        new FitReport(fit).page(ParsedPage.ORIGIN).toHtml());
  }

  @Test
  void namesOnThePageAreNamesOfOneThingEach() throws Exception {
    RandomFit random = RandomFit.of(30, 12, 3, .1, 1);
    Document document =
        parsed(
            fit(
                random,
                manifest(random, "stochastic", Map.of(), -9, -7, -8),
                true,
                new PictureShape(3, 4, false)));
    Set<String> ids = new HashSet<>();
    var all = document.getElementsByTagName("*");
    for (int i = 0; i < all.getLength(); i++) {
      String id = ((Element) all.item(i)).getAttribute("id");
      assertTrue(id.isEmpty() || ids.add(id), id);
    }
    // The graph has the features' portraits.
    assertEquals(3, count(document, "image"));
    assertEquals(1 + 3 + 3 + 2 * 12, count(document, "img"));
    String text = text(document);
    assertTrue(text.contains("as 'lfm transform' does"), text);
    assertTrue(text.contains("by having the feature with weight 1"), text);
    assertTrue(text.contains("so it can rise and fall"), text);
  }

  @Test
  void unknownEntriesAndUnitsAreTold() throws Exception {
    RandomFit random = RandomFit.of(30, 12, 3, .1, 1);
    for (int j = 0; j < 12; j++) {
      random.x().set(4, j, Float.NaN);
    }
    random.x().set(6, 2, Float.NaN);
    ReportedFit fit =
        fit(
            random,
            manifest(random, "batch", Map.of(FittedData.STANDARDISE, "true"), -1),
            false,
            new PictureShape(3, 4, false));
    String text = text(parsed(fit));
    assertTrue(text.contains("13 values of X are missing"), text);
    assertTrue(text.contains("drawn as 0"), text);
    assertTrue(text.contains("X is standardised"), text);
  }

  @Test
  void aModelWhoseRowsHaveNothingIsReportedToo() throws Exception {
    RandomFit random = RandomFit.of(30, 4, 2, .1, 1);
    BinaryMatrix none =
        BinaryMatrix.empty(30)
            .with(BitVector.of(new boolean[30]))
            .with(BitVector.of(new boolean[30]));
    ReportedFit fit =
        new ReportedFit(
            manifest(random, "batch", Map.of()),
            random.w(),
            random.x(),
            Codes.weighted(none, Matrix.allocate(30, 2)),
            false,
            null,
            null,
            FeatureScale.SHARED,
            chain(random, 0));
    String text = text(parsed(fit));
    assertTrue(text.contains("No fitted row has a feature"), text);
    assertTrue(text.contains("Feature 1: 0 rows"), text);
  }

  @Test
  void weightsOfOtherShapesAreRefused() {
    BinaryMatrix z = RandomFit.of(30, 5, 2, .1, 1).z();
    assertThrows(IllegalArgumentException.class, () -> Codes.weighted(z, Matrix.allocate(30, 3)));
    assertThrows(IllegalArgumentException.class, () -> Codes.weighted(z, Matrix.allocate(29, 2)));
  }
}
