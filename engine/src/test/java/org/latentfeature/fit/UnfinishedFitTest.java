package org.latentfeature.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendFailureException;
import org.latentfeature.backend.contract.FailingBackend;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.io.image.Depth;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.Plane;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.PathResult;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.MarkovResult;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.Denoiser;
import org.latentfeature.markov.denoise.Denoiser.Denoised;
import org.latentfeature.markov.denoise.Denoiser.Learned;

/** Wherever in a fit its backend dies, what was found until then is kept. */
@Tag("whole")
final class UnfinishedFitTest {

  private static final Matrix X = SyntheticProblem.dense(60, 20, 4, .3, 1).x();

  /** Wide data, which are reduced first and restored by the host. */
  private static final Matrix WIDE = SyntheticProblem.dense(30, 200, 3, .3, 1).x();

  /**
   * A fit, and what its result is worth: the later the backend dies, the more.
   *
   * @param kind what is kept
   */
  private record Work<R>(
      String name,
      Class<R> kind,
      BiFunction<Backend, FitListener, R> run,
      ToDoubleFunction<R> worth) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Work<?>> works() {
    LassoOptions lasso = LassoOptions.of(4);
    MarkovOptions batch = MarkovOptions.of(4).withIterations(12);
    MarkovOptions stochastic =
        batch.withInference(
            new Inference.Stochastic(batch.inference().iterations(), 20, Update.RUNNING, 10, .75));
    return Stream.of(
        // With one feature more than there are, columns are no answer and every search runs.
        fit("fit", X, LassoOptions.of(5)),
        fit("fit of wide data", WIDE, lasso),
        fit("convex fit", X, lasso.withMethod(Method.LASSO)),
        path("path", X, lasso),
        path("path of wide data", WIDE, lasso),
        new Work<>(
            "batch",
            MarkovResult.class,
            (backend, heard) -> new MarkovLatentFeatures(backend, batch).fit(X, heard),
            MarkovResult::lowerBound),
        new Work<>(
            "stochastic",
            MarkovResult.class,
            (backend, heard) -> new MarkovLatentFeatures(backend, stochastic).fit(X, heard),
            result -> result.trace().size()),
        new Work<>("denoise", Learned.class, UnfinishedFitTest::denoise, UnfinishedFitTest::steps));
  }

  private static Work<LassoResult> fit(String name, Matrix x, LassoOptions options) {
    return new Work<>(
        name,
        LassoResult.class,
        (backend, heard) -> new LatentFeatureLasso(backend, options).fit(x, heard),
        result -> -(float) result.rmse());
  }

  private static Work<PathResult> path(String name, Matrix x, LassoOptions options) {
    return new Work<>(
        name,
        PathResult.class,
        (backend, heard) -> new LatentFeatureLasso(backend, options).path(x, heard),
        result -> result.points().size());
  }

  /** Three planes, each with a model of its own. */
  private static Learned denoise(Backend backend, FitListener heard) {
    Random random = new Random(1);
    List<Plane> planes = Stream.generate(() -> noise(random)).limit(3).toList();
    DenoiseOptions few = DenoiseOptions.of(8);
    DenoiseOptions options =
        few.withPatch(4)
            .withModel(
                few.model()
                    .withInference(new Inference.Stochastic(5, 30, Update.RUNNING, 10, .75)));
    Denoised denoised =
        new Denoiser(backend, options)
            .denoise(
                Picture.colour(planes.get(0), planes.get(1), planes.get(2), Depth.FLOAT),
                25.0,
                heard);
    return denoised.learned();
  }

  private static Plane noise(Random random) {
    Plane plane = new Plane(12, 12);
    for (int p = 0; p < plane.values().length; p++) {
      plane.values()[p] = (float) (128 + 25 * random.nextGaussian());
    }
    return plane;
  }

  private static double steps(Learned learned) {
    return learned.models().stream().mapToInt(model -> model.trace().size()).sum();
  }

  /** Of what was learned of a picture the last model may be whole, and only its use cut off. */
  private static Ending ended(Object soFar) {
    if (soFar instanceof LassoResult fit) {
      return fit.ended();
    }
    if (soFar instanceof PathResult path) {
      return path.ended();
    }
    if (soFar instanceof MarkovResult markov) {
      return markov.ended();
    }
    List<MarkovResult> models = ((Learned) soFar).models();
    Ending last = models.get(models.size() - 1).ended();
    return last == Ending.STEP_LIMIT ? Ending.FAILED : last;
  }

  @ParameterizedTest
  @MethodSource("works")
  <R> void whatWasFoundIsKept(Work<R> work) {
    double worth = Double.NEGATIVE_INFINITY;
    int kept = 0;
    boolean whole = false;
    for (int steps = 0; !whole; steps += 1 + steps / 8) {
      try (Backend backend = new FailingBackend(steps)) {
        assertNotNull(work.run().apply(backend, FitListener.SILENT));
        whole = true;
      } catch (UnfinishedFitException e) {
        assertEquals(e.failure().getMessage(), e.getMessage());
        R soFar = e.soFar(work.kind());
        assertEquals(Ending.FAILED, ended(soFar));
        double before = worth;
        worth = work.worth().applyAsDouble(soFar);
        assertTrue(worth >= before, "worth " + worth + " after " + before);
        kept++;
      } catch (BackendFailureException e) {
        assertEquals(0, kept, "what was found is lost");
      }
    }
    assertTrue(kept >= 3, kept + " fits were cut off");
  }
}
