package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.model.ModelFile;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/** What a fit by eigenpairs does beside finding them. */
final class SpectralEstimatorTest extends SpectralContract {

  SpectralEstimatorTest() {
    super(new ReferenceProvider());
  }

  /** Features whose eigenpairs have vanished, and who finds them. */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({"3, 18, restarts", "3, 59, verified columns", "4, 32, other eigenpairs"})
  void whatHasVanishedIsFoundInAnotherWay(int k, long seed, String method) {
    Clipped problem = Clipped.of(1500, 12, k, 2, .3, seed);
    SpectralModel model = fit(problem.x(), SpectralOptions.of(k));
    assertEquals(method, model.manifest().method());
    assertTrue(problem.error(model.w()) < 1e-3, "error " + problem.error(model.w()));
    double published = problem.error(fit(problem.x(), SpectralOptions.of(k).withPaper(true)).w());
    assertTrue(published > 1e-2, "as published " + published);
  }

  /** Few rows of many columns: σ² of the sample covariance must have no bias for that. */
  @Test
  void whereRowsAreFewTheTruthIsNoReasonForAnotherWay() {
    Clipped problem = Clipped.of(150, 300, 3, 2, .1, 6);
    SpectralModel model = fit(problem.x(), SpectralOptions.of(3));
    assertEquals("eigenpairs", model.manifest().method());
  }

  /** What is added to all rows hides no noise. */
  @Tag("whole")
  @Test
  void anOffsetLeavesTheNoiseNoise() {
    Clipped problem = Clipped.of(1500, 12, 3, 2, .1, 7);
    Matrix x = Matrix.allocate(1500, 12);
    for (int i = 0; i < 1500; i++) {
      for (int j = 0; j < 12; j++) {
        x.set(i, j, problem.x().get(i, j) + 100);
      }
    }
    double sigma =
        fit(x, SpectralOptions.of(3)).manifest().figures().getOrDefault("sigma", Double.NaN);
    assertEquals(.1, sigma, .01);
  }

  /** W is the pseudoinverse of the K best directions; with its weighted step, if asked for. */
  @Test
  void thePublishedAlgorithmIsNotRefined() {
    Clipped problem = Clipped.of(1009, 12, 3, 2, .3, 4);
    SpectralOptions options = SpectralOptions.of(3).withPaper(true);
    try (LoadedData data = new LoadedData(backend, problem.x())) {
      ResidentRows rows = data.rows(List.of(new Moments.Limits()), StopSignal.NEVER);
      TensorEigenpairs pairs =
          TensorEigenpairs.of(
              backend,
              rows,
              problem.x(),
              12,
              new TensorEigenpairs.Request(3, null, true, 0),
              StopSignal.NEVER);
      Dense w = pairs.dictionary(pairs.candidates().subList(0, 3));
      SpectralModel model = fit(problem.x(), options);
      assertArrayEquals(inOrderOf(model.w(), w).values(), model.w().values());
      assertEquals("eigenpairs as published", model.manifest().method());
      Dense weighted =
          CodePosterior.of(
                  rows,
                  problem.x(),
                  w,
                  pairs.sigma(),
                  null,
                  CodePosterior.Weights.SQUARED,
                  1,
                  StopSignal.NEVER)
              .dictionary();
      Dense found = fit(problem.x(), options.withWls(true)).w();
      assertArrayEquals(inOrderOf(found, weighted).values(), found.values());
      assertTrue(problem.error(weighted) < problem.error(w));
    }
  }

  /** The rows of {@code w} as a model orders them that has the same. */
  private static Dense inOrderOf(Dense model, Dense w) {
    int[] order = new int[w.rows()];
    for (int k = 0; k < order.length; k++) {
      while (model.get(k, 0) != w.get(order[k], 0)) {
        order[k]++;
      }
    }
    return w.selectRows(order);
  }

  /** Hard codes put rows that noise has moved to the wrong side; soft ones do not. */
  @Test
  void theLastStepsTakeTheBiasOfHardCodes() {
    Clipped problem = Clipped.of(4001, 10, 3, 2, .7, 2);
    double hard = problem.error(fit(problem.x(), SpectralOptions.of(3).withPosterior(false)).w());
    double soft = problem.error(fit(problem.x(), SpectralOptions.of(3)).w());
    assertTrue(soft < hard / 2, soft + " and " + hard);
  }

  @Test
  void wholeNumbersAreExact() {
    List<BitVector> columns = new ArrayList<>(Clipped.of(400, 5, 3, 1, 0, 1).z().columns());
    BinaryMatrix z = BinaryMatrix.ofColumns(400, columns);
    float[][] w = {{3, 0, -1, 2, 5}, {0, 4, 1, 1, -2}, {1, 1, 0, -3, 0}};
    Matrix x = product(z, w);
    SpectralModel model = fit(x, SpectralOptions.of(16).withCount(true));
    assertEquals(3, model.w().rows());
    assertEquals(0, model.manifest().rmse(), 1e-5);
    assertEquals(0.0, model.manifest().figures().get("sigma"));
  }

  private static Matrix product(BinaryMatrix z, float[][] w) {
    Matrix x = Matrix.allocate(z.rows(), w[0].length);
    for (int i = 0; i < z.rows(); i++) {
      for (int j = 0; j < w[0].length; j++) {
        float sum = 0;
        for (int f = 0; f < w.length; f++) {
          sum += z.get(i, f) ? w[f][j] : 0;
        }
        x.set(i, j, sum);
      }
    }
    return x;
  }

  /** Of which each row has exactly one: they vary in fewer dimensions than they span. */
  @Test
  void exclusiveFeaturesAreCountedAndFound() {
    boolean[][] bits = new boolean[3][300];
    for (int i = 0; i < 300; i++) {
      bits[i * 7 % 10 < 5 ? 0 : i * 7 % 10 < 8 ? 1 : 2][i] = true;
    }
    BinaryMatrix z =
        BinaryMatrix.ofColumns(
            300, List.of(BitVector.of(bits[0]), BitVector.of(bits[1]), BitVector.of(bits[2])));
    Matrix x = product(z, new float[][] {{1, 2, 0, 1, 0}, {0, 1, 3, 0, 1}, {2, 0, 0, 1, 1}});
    SpectralModel model = fit(x, SpectralOptions.of(16).withCount(true));
    assertEquals(3, model.w().rows());
    assertEquals(0, model.manifest().rmse(), 1e-5);
  }

  @Test
  void oneFeature() {
    Clipped problem = Clipped.of(500, 4, 1, 2, .1, 3);
    SpectralModel model = fit(problem.x(), SpectralOptions.of(1));
    assertEquals(0, problem.error(model.w()), 1e-3);
    assertEquals(
        1 / Math.sqrt(model.eigenpairs().get(0, SpectralModel.PREVALENCE)),
        model.eigenpairs().get(0, SpectralModel.LAMBDA),
        .1);
  }

  /** More columns than rows: the reduction is exact, and noise is told by all columns. */
  @Test
  void wideData() {
    Clipped problem = Clipped.of(200, 300, 2, 4, .2, 5);
    SpectralModel model = fit(problem.x(), SpectralOptions.of(2));
    assertEquals(.2, model.manifest().figures().getOrDefault("sigma", 0.0), .005);
    assertEquals(problem.z().columns().size(), model.z().columns().size());
    assertTrue(problem.error(model.w()) < 5 * .04 / 200, "error " + problem.error(model.w()));
  }

  @Tag("whole")
  @Test
  void equalSeedsGiveEqualModels(@TempDir Path folder) {
    Clipped problem = Clipped.of(1500, 12, 3, 2, .3, 18);
    SpectralModel one = fit(problem.x(), SpectralOptions.of(3).withSeed(5));
    SpectralModel two = fit(problem.x(), SpectralOptions.of(3).withSeed(5));
    assertEquals(one.z(), two.z());
    assertArrayEquals(one.w().values(), two.w().values());
    Path file = folder.resolve("m.lfm");
    ModelFile.save(one, file);
    SpectralModel read = ModelFile.load(file, SpectralModel.KIND);
    assertArrayEquals(one.eigenpairs().values(), read.eigenpairs().values());
    assertArrayEquals(one.w().values(), read.w().values());
    assertEquals(one.z(), read.z());
    assertEquals(one.manifest().figures(), read.manifest().figures());
  }

  /** Stopped at its first step, before it looked which eigenpair is whose. */
  @Test
  void aStoppedFitKeepsWhatItFound() {
    Clipped problem = Clipped.of(1500, 12, 3, 2, .3, 18);
    FitListener once =
        new FitListener() {
          @Override
          public boolean onStep(FitEvent event) {
            return false;
          }
        };
    try (LoadedData data = new LoadedData(backend, problem.x())) {
      Fitted<SpectralModel> fitted =
          new SpectralEstimator().request(3, Map.of()).withListener(once).fit(data);
      assertEquals(Ending.STOPPED, fitted.ended());
      assertTrue(fitted.features() >= 1 && fitted.features() <= 3);
    }
  }

  @Test
  void optionsAreRefusedOutOfRange() {
    assertThrows(IllegalArgumentException.class, () -> SpectralOptions.of(0));
    assertThrows(IllegalArgumentException.class, () -> SpectralOptions.of(2).withSigma(-1.0));
    assertThrows(IllegalArgumentException.class, () -> SpectralOptions.of(2).withRestarts(-1));
  }
}
