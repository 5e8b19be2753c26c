package org.latentfeature.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.identifiability.SearchLimits;
import org.latentfeature.fit.identifiability.SpanCondition;
import org.latentfeature.fit.identifiability.Verdict;
import org.latentfeature.io.image.Depth;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.Plane;
import org.latentfeature.lasso.Certificate;
import org.latentfeature.lasso.Certifier;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoOptions.Corrective;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;
import org.latentfeature.markov.Inference;
import org.latentfeature.markov.MarkovLatentFeatures;
import org.latentfeature.markov.MarkovOptions;
import org.latentfeature.markov.denoise.DenoiseOptions;
import org.latentfeature.markov.denoise.Denoiser;

/** What would take minutes ends soon after its thread is interrupted, whose flag stays set. */
final class InterruptedFitTest {

  /** Questions after which it is certain to be in the middle. */
  private static final int MIDDLE = 500;

  private static final SyntheticProblem LARGE = SyntheticProblem.dense(2000, 120, 60, .5, 1);

  /**
   * Work of minutes, whose listener is asked from its beginning on, and which says why it ended.
   */
  private record Work(String name, Function<FitListener, Ending> run) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Work> works() {
    LassoOptions lasso = LassoOptions.of(60);
    LassoOptions heavy =
        lasso
            .withMethod(Method.LASSO)
            .withPenalty(new Penalty.Relative(1e-4))
            .withCorrective(Corrective.PROXIMAL);
    MarkovOptions batch = MarkovOptions.of(60).withIterations(1_000_000);
    return Stream.of(
        new Work("fit", heard -> on(b -> fit(b, lasso, heard))),
        new Work("corrective step", heard -> on(b -> fit(b, heavy, heard))),
        new Work(
            "path",
            heard -> on(b -> new LatentFeatureLasso(b, lasso).path(LARGE.x(), heard).ended())),
        new Work("certificate", heard -> on(b -> certify(b, lasso, heard))),
        new Work("batch", heard -> on(b -> markov(b, batch, heard))),
        new Work(
            "stochastic",
            heard ->
                on(
                    b ->
                        markov(
                            b,
                            batch.withInference(
                                Inference.Stochastic.DEFAULT.withIterations(1_000_000)),
                            heard))),
        new Work("denoise", heard -> on(b -> denoise(b, heard))),
        new Work("identifiable", InterruptedFitTest::identifiable));
  }

  private static Ending on(Function<Backend, Ending> work) {
    try (Backend backend = Backends.open("java", 1).backend()) {
      return work.apply(backend);
    }
  }

  private static Ending fit(Backend backend, LassoOptions options, FitListener heard) {
    return new LatentFeatureLasso(backend, options).fit(LARGE.x(), heard).ended();
  }

  private static Ending markov(Backend backend, MarkovOptions options, FitListener heard) {
    return new MarkovLatentFeatures(backend, options).fit(LARGE.x(), heard).ended();
  }

  /** A certificate has no word for it, but holds; or there was nothing yet to certify. */
  private static Ending certify(Backend backend, LassoOptions options, FitListener heard) {
    try {
      Certificate certificate =
          new Certifier(backend, options).certify(LARGE.x(), LARGE.z(), Double.NaN, heard);
      assertTrue(certificate.lowerBound() <= certificate.objective());
    } catch (StoppedException e) {
      assertFalse(heard.isStopRequested());
    }
    return Ending.INTERRUPTED;
  }

  private static Ending denoise(Backend backend, FitListener heard) {
    Plane plane = new Plane(300, 300);
    Random random = new Random(1);
    for (int p = 0; p < plane.values().length; p++) {
      plane.values()[p] = (float) (128 + 25 * random.nextGaussian());
    }
    return new Denoiser(backend, DenoiseOptions.of(256))
        .denoise(Picture.grey(plane, Depth.FLOAT), 25.0, heard)
        .ended();
  }

  private static Ending identifiable(FitListener heard) {
    StopSignal interruption = StopSignal.interruption();
    Verdict verdict =
        SpanCondition.check(
                coins(150, 100),
                new SearchLimits(1, Long.MAX_VALUE),
                () -> heard.isStopRequested() || interruption.isSet(),
                WorkListener.SILENT)
            .verdict();
    return verdict == Verdict.UNDECIDED ? Ending.INTERRUPTED : Ending.CONVERGED;
  }

  private static BinaryMatrix coins(int rows, int cols) {
    Random random = new Random(1);
    return BinaryMatrix.ofColumns(
        rows, Stream.generate(() -> BitVector.of(coins(rows, random))).limit(cols).toList());
  }

  private static boolean[] coins(int count, Random random) {
    boolean[] ones = new boolean[count];
    for (int i = 0; i < count; i++) {
      ones[i] = random.nextBoolean();
    }
    return ones;
  }

  @ParameterizedTest
  @MethodSource("works")
  @Timeout(60)
  void anInterruptionEndsIt(Work work) throws InterruptedException {
    CountDownLatch middle = new CountDownLatch(MIDDLE);
    AtomicReference<Ending> ended = new AtomicReference<>(Ending.FAILED);
    AtomicBoolean kept = new AtomicBoolean();
    FitListener heard =
        FitListener.SILENT.until(
            () -> {
              middle.countDown();
              return false;
            });
    Thread thread =
        new Thread(
            () -> {
              ended.set(work.run().apply(heard));
              kept.set(Thread.currentThread().isInterrupted());
            },
            work.name());
    thread.start();
    assertTrue(middle.await(30, TimeUnit.SECONDS), "it asks");
    thread.interrupt();
    thread.join(TimeUnit.SECONDS.toMillis(20));
    assertFalse(thread.isAlive(), "it goes on");
    assertEquals(Ending.INTERRUPTED, ended.get());
    assertTrue(kept.get(), "the flag is kept");
  }
}
