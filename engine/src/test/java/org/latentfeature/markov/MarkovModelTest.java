package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Standardisation;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.FittedData;
import org.latentfeature.fit.estimator.Provenance;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.fit.model.WrongKindException;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.step.coding.PathObjective.Gain;

class MarkovModelTest {

  private static final Matrix X = MarkovProblem.draw(120, 5, 3, 0.4, 1).x();
  private static final MarkovOptions OPTIONS =
      MarkovOptions.of(3).withIterations(5).withCoding(new Coding(Gain.PAPER, 2)).withSeed(7);

  @TempDir Path folder = Path.of("");

  private static MarkovModel fitted(MarkovOptions options) {
    Standardisation columns = Standardisation.of(X, null, "X");
    Matrix x = columns.apply(X);
    try (Backend backend = Backends.open("java", 1).backend()) {
      MarkovResult result = new MarkovLatentFeatures(backend, options).fit(x, FitListener.SILENT);
      return MarkovModel.of(
          result,
          options,
          new Provenance(
              "a test 1.0",
              backend.info(),
              FittedData.of(
                  new Dataset(x, List.of("a", "b", "c", "d", "e")),
                  Map.of(FittedData.STANDARDISE, "true")),
              columns));
    }
  }

  /** A model without a fit, of 2 features and 2 columns, not standardised. */
  private static MarkovModel known() {
    Dense counts = Dense.wrap(3, 3, new double[] {4, .4, 2.3, 2.6, 0, 0, .1, 2.2, 0});
    MarkovParameters parameters =
        new MarkovParameters(
            Dense.wrap(2, 2, new double[] {1, 2, 3, 4}),
            counts,
            Dense.wrap(1, 3, new double[] {1, 1, 1}),
            .1,
            1.0 / 3);
    MarkovOptions options =
        MarkovOptions.of(2).withInference(Inference.Stochastic.DEFAULT).withSigma(2.0);
    BackendInfo backend = new BackendInfo("java", "a test", 1, Map.of());
    return MarkovModel.of(
        new MarkovResult(
            parameters,
            Double.NaN,
            .5,
            2,
            Ending.STOPPED,
            List.of(),
            Map.of(),
            new FitOrigin<>(options, backend, Matrix.allocate(7, 2))),
        options,
        new Provenance("a test", backend, new FittedData(7, 2, "abc", Map.of(), null)));
  }

  @Test
  void comesBackBitForBit() throws IOException {
    Path file = folder.resolve("model.lfm");
    MarkovModel model = fitted(OPTIONS);
    ModelFile.save(model, file);
    MarkovModel back = ModelFile.load(file, MarkovModel.KIND);
    assertEquals(model.manifest(), back.manifest());
    assertArrayEquals(model.w().values(), back.w().values());
    assertArrayEquals(model.parameters().counts().values(), back.parameters().counts().values());
    assertArrayEquals(model.parameters().prior().values(), back.parameters().prior().values());
    assertEquals(model.parameters().variance(), back.parameters().variance());
    assertEquals(model.parameters().precision(), back.parameters().precision());
    assertEquals(new Coding(Gain.PAPER, 2), back.coding());
    Matrix prepared = back.prepared(X);
    Matrix expected = Standardisation.of(X, null, "X").apply(X);
    for (int i = 0; i < X.rows(); i++) {
      for (int j = 0; j < X.cols(); j++) {
        assertEquals(expected.get(i, j), prepared.get(i, j));
      }
    }
    Path again = folder.resolve("again.lfm");
    ModelFile.save(back, again);
    assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(again));
  }

  @Test
  void theManifestTellsAllThatTheFitNeedsToBeRepeated() {
    Manifest manifest = fitted(OPTIONS).manifest();
    assertEquals("markov-latent-features", manifest.kind());
    assertEquals(7, manifest.seed());
    assertEquals("batch", manifest.method());
    assertEquals(Ending.STEP_LIMIT, manifest.ended());
    assertEquals(5, manifest.trace().size());
    Map<String, String> options = manifest.options();
    assertEquals("3", options.get("k"));
    assertEquals("4.0", options.get("alpha"));
    assertEquals("learned", options.get("sigma"));
    assertEquals("paper", options.get("gain"));
    assertEquals("true", options.get(FittedData.STANDARDISE));
    assertNull(options.get("gamma"));
    assertNull(options.get("batch"));
    Double bound = manifest.figures().get(MarkovModel.LOWER_BOUND);
    assertTrue(bound != null && bound < 0, () -> "lower bound " + bound);

    Map<String, String> stochastic =
        fitted(
                OPTIONS
                    .withInference(new Inference.Stochastic(5, 50, Update.RUNNING, 10, .75))
                    .withTransitions(TransitionPrior.INFINITE))
            .manifest()
            .options();
    assertEquals("50", stochastic.get("batch"));
    assertEquals("1.0", stochastic.get("gamma"));
    assertEquals("0.75", stochastic.get("kappa"));
  }

  @Test
  void usesAreTheExpectedVisits() {
    MarkovModel model = known();
    // Of the columns of the counts: 0.4 + 0 + 2.2 and 2.3 + 0 + 0.
    assertArrayEquals(new long[] {3, 2}, model.uses());
    // What stochastic inference does not know is not said.
    Map<String, Double> figures = model.manifest().figures();
    assertEquals(
        List.of("expected_features", "features_per_row", "precision", "used", "variance"),
        figures.keySet().stream().toList());
    assertEquals(4.9 / 7, figures.getOrDefault(MarkovModel.PER_ROW, 0.0), 1e-12);
    assertEquals(model.parameters().expectedFeatures(), figures.get(MarkovModel.EXPECTED));
  }

  @Test
  void rowsAreTakenAsTheyAreWhereTheFitDidSo() {
    Path file = folder.resolve("model.lfm");
    ModelFile.save(known(), file);
    MarkovModel back = ModelFile.load(file, MarkovModel.KIND);
    assertNull(back.standardisation());
    assertSame(X, back.prepared(X));
    assertEquals(.1, back.parameters().variance());
    assertEquals(1.0 / 3, back.parameters().precision());
  }

  @Test
  void neitherKindIsTakenForTheOther() {
    Path file = folder.resolve("model.lfm");
    ModelFile.save(known(), file);
    String message =
        assertThrows(WrongKindException.class, () -> ModelFile.load(file, LassoModel.KIND))
            .getMessage();
    assertTrue(
        String.valueOf(message).startsWith(file + " is a model of kind markov-latent-features"),
        message);
    Model any = ModelFile.load(file, List.of(LassoModel.KIND, MarkovModel.KIND));
    assertEquals(4, any.w().get(1, 1));
  }

  @Test
  void contradictionsAreErrors() {
    MarkovModel model = known();
    Path file = folder.resolve("model.lfm");
    Map<String, Manifest> wrong =
        Map.of(
            "[W.npy] is 2×2, but must be 3×5",
            fitted(OPTIONS).manifest(),
            " contradicts itself: the figure variance is 0.0",
            model.manifest().withFigures(Map.of(MarkovModel.VARIANCE, 0.0)));
    wrong.forEach(
        (words, manifest) -> {
          ModelFile.save(new Contradiction(manifest, model), file);
          String message =
              assertThrows(DataException.class, () -> ModelFile.load(file, MarkovModel.KIND))
                  .getMessage();
          assertTrue(String.valueOf(message).contains(file + words), message);
        });
    Standardisation columns = Standardisation.of(X, null, "X");
    assertThrows(
        IllegalArgumentException.class,
        () -> new MarkovModel(model.manifest(), model.parameters(), columns));
  }

  /** The arrays of one model under the manifest of another. */
  private record Contradiction(Manifest manifest, Model other) implements Model {

    @Override
    public Coder coder(Backend backend, long seed) {
      return other.coder(backend, seed);
    }

    @Override
    public Dense w() {
      return other.w();
    }

    @Override
    public long[] uses() {
      return other.uses();
    }

    @Override
    public Map<String, AtomicFile.Content> arrays() {
      return other.arrays();
    }
  }
}
