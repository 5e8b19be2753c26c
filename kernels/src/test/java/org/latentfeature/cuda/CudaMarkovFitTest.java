package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitListener;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovProblem;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.markov.TransitionPrior;

/**
 * The first steps of whole fits are those of the reference. The estimator's contract, hundreds of
 * fits, would take minutes on a software device; all that the device does in them is coding and
 * expectation steps, which have contracts of their own.
 */
@OnDevice
final class CudaMarkovFitTest {

  private static final int STEPS = 6;

  static Stream<MarkovOptions> inferences() {
    MarkovOptions options = MarkovOptions.of(5).withIterations(STEPS);
    return Stream.of(
        options,
        options
            .withTransitions(TransitionPrior.INFINITE)
            .withInference(new Inference.Batch(STEPS, false)),
        options
            .withInference(new Inference.Stochastic(STEPS, 60, Update.RUNNING, 10, .75))
            .withTransitions(TransitionPrior.INFINITE));
  }

  @ParameterizedTest
  @MethodSource("inferences")
  void firstStepsAreThoseOfTheReference(MarkovOptions options) {
    Matrix x = MarkovProblem.draw(150, 20, 5, .3, 1).x();
    for (int i = 0; i < x.rows(); i += 3) {
      x.set(i, i % x.cols(), Float.NaN);
    }
    MarkovResult expected = fit(new ReferenceProvider(), x, options);
    MarkovResult found = fit(TestedDevice.provider(), x, options);
    assertEquals(STEPS, found.trace().size());
    for (int step = 0; step < STEPS; step++) {
      double bound = expected.trace().get(step).objective();
      assertEquals(bound, found.trace().get(step).objective(), 1e-3 * Math.abs(bound));
      assertEquals(expected.trace().get(step).rmse(), found.trace().get(step).rmse(), 1e-3);
    }
  }

  private static MarkovResult fit(BackendProvider provider, Matrix x, MarkovOptions options) {
    try (Backend backend = provider.open(Resources.ofThreads(1))) {
      return new MarkovLatentFeatures(backend, options).fit(x, FitListener.SILENT);
    }
  }
}
