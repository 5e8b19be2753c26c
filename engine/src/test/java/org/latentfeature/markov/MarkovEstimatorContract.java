package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.RandomStream;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.linalg.Dense;
import org.latentfeature.markov.MarkovOptions.Inference;
import org.latentfeature.markov.MarkovOptions.Update;

/** The estimator on one backend, on data drawn from the model. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MarkovEstimatorContract {

  private final BackendProvider provider;

  /** A suite for the backend of {@code provider}, which must be able to run here. */
  protected MarkovEstimatorContract(BackendProvider provider) {
    this.provider = provider;
  }

  private MarkovResult fit(Matrix x, MarkovOptions options, FitListener listener) {
    try (Backend backend = provider.open(Resources.DEFAULT)) {
      return new MarkovLatentFeatures(backend, options).fit(x, listener);
    }
  }

  private static Matrix withHoles(Matrix x, double share) {
    RandomStream random = new RandomStream(5, "holes");
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int j = 1; j < row.length; j++) {
        if (random.nextDouble() < share) {
          row[j] = Float.NaN;
        }
      }
      out.setRow(i, row);
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({
    "false, true, 0, 6",
    "true, true, 0, 9",
    "false, false, 0, 6",
    "true, false, 0.2, 9",
    "false, true, 0.3, 1",
    "true, false, 0, 1"
  })
  void theLowerBoundRisesAtEveryStep(boolean infinite, boolean noiseKnown, double missing, int k) {
    MarkovProblem problem = MarkovProblem.draw(150, 13, 5, 0.3, 11);
    Matrix x = missing > 0 ? withHoles(problem.x(), missing) : problem.x();
    MarkovOptions options =
        MarkovOptions.of(k)
            .withInfinite(infinite)
            .withSigma(noiseKnown ? 0.3 : null)
            .withExchange(false)
            .withIterations(60);
    MarkovResult result = fit(x, options, FitListener.SILENT);
    double before = Double.NEGATIVE_INFINITY;
    assertTrue(result.trace().size() > 3, "some steps");
    for (FitEvent event : result.trace()) {
      double slack = 1e-9 * Math.abs(before);
      assertTrue(
          event.objective() >= before - (Double.isFinite(slack) ? slack : 0),
          "step " + event.step() + " fell from " + before + " to " + event.objective());
      before = event.objective();
    }
    assertEquals(before * x.rows(), result.lowerBound(), 1e-9 * Math.abs(result.lowerBound()));
  }

  @ParameterizedTest
  @CsvSource({"2", "5"})
  void theTruthIsFound(int seed) {
    MarkovProblem problem = MarkovProblem.draw(700, 40, 12, 0.3, seed);
    MarkovResult result = fit(problem.x(), MarkovOptions.of(12).withSeed(seed), FitListener.SILENT);
    for (int j = 0; j < 12; j++) {
      double angle = angle(problem.w(), j, result.parameters().w());
      assertTrue(angle < 5, "feature " + j + " is " + angle + " degrees off");
    }
    assertEquals(0.3, Math.sqrt(result.parameters().variance()), 0.01, "the noise is learned");
  }

  /** Degrees between a true feature and the nearest found, sign apart. */
  private static double angle(Dense truth, int j, Dense found) {
    double best = 0;
    for (int i = 0; i < found.rows(); i++) {
      double size = truth.rowNorm(j) * found.rowNorm(i);
      best = Math.max(best, size == 0 ? 0 : Math.abs(truth.rowDot(j, found, i)) / size);
    }
    return Math.toDegrees(Math.acos(Math.min(1, best)));
  }

  @ParameterizedTest
  @CsvSource({"BATCH", "STOCHASTIC"})
  void equalSeedsGiveEqualBits(Inference inference) {
    Matrix x = MarkovProblem.draw(120, 9, 4, 0.3, 2).x();
    MarkovOptions options =
        MarkovOptions.of(5)
            .withInference(inference)
            .withInfinite(true)
            .withBatch(50)
            .withIterations(20)
            .withSeed(3);
    MarkovParameters first = fit(x, options, FitListener.SILENT).parameters();
    MarkovParameters again = fit(x, options, FitListener.SILENT).parameters();
    assertArrayEquals(first.w().values(), again.w().values());
    assertArrayEquals(first.counts().values(), again.counts().values());
  }

  @ParameterizedTest
  @CsvSource({"RUNNING, 100", "LITERAL, 100", "RUNNING, 5000"})
  void randomBatchesExplainMostOfTheData(Update update, int batch) {
    MarkovProblem problem = MarkovProblem.draw(600, 20, 5, 0.2, 9);
    MarkovOptions options =
        MarkovOptions.of(8)
            .withInference(Inference.STOCHASTIC)
            .withUpdate(update)
            .withBatch(batch)
            .withIterations(150)
            .withSigma(0.2);
    MarkovResult result = fit(problem.x(), options, FitListener.SILENT);
    FitEvent first = result.trace().get(0);
    assertEquals(150, result.trace().size());
    assertTrue(Double.isNaN(result.lowerBound()));
    assertTrue(
        result.rmse() < 0.6 * first.rmse() || result.rmse() < 0.5,
        result.rmse() + " after " + first.rmse());
  }

  @Test
  void aListenerOrTheClockEndsItWithTheModelSoFar() {
    Matrix x = MarkovProblem.draw(200, 9, 4, 0.3, 2).x();
    MarkovResult stopped = fit(x, MarkovOptions.of(4), event -> event.step() < 3);
    assertEquals("stopped", stopped.ended());
    assertEquals(3, stopped.trace().size());
    MarkovResult late =
        fit(x, MarkovOptions.of(4).withTimeLimit(Duration.ofNanos(1)), FitListener.SILENT);
    assertEquals("time limit", late.ended());
    assertEquals(4, late.parameters().features());
  }

  @Test
  void dataThatCannotBeFittedAreNamed() {
    Matrix x = MarkovProblem.draw(3, 4, 2, 0.3, 2).x();
    String message =
        String.valueOf(
            assertThrows(
                    IllegalArgumentException.class,
                    () -> fit(x, MarkovOptions.of(4), FitListener.SILENT))
                .getMessage());
    assertTrue(message.contains("K is 4") && message.contains("3 rows"), message);
    assertThrows(
        IllegalArgumentException.class,
        () -> fit(Matrix.allocate(5, 3), MarkovOptions.of(2), FitListener.SILENT));
    Matrix empty = Matrix.of(new float[][] {{1, 2}, {Float.NaN, Float.NaN}});
    assertThrows(DataException.class, () -> fit(empty, MarkovOptions.of(1), FitListener.SILENT));
  }
}
