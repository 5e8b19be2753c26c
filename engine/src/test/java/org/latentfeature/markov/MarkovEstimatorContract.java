package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.ReferenceOnly;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.model.FeatureOrder;
import org.latentfeature.markov.Inference.Update;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/** What the estimator promises to its callers, on problems small enough for the reference. */
public abstract class MarkovEstimatorContract {

  /** Of the size of a bound, what its rises may be short by: sums are rounded. */
  private static final double ROUNDING = 1e-10;

  private static final MarkovProblem SMALL = MarkovProblem.draw(120, 9, 4, .3, 1);

  private final Backend backend;

  /** On the backend of {@code provider}, which must be able to run here. */
  protected MarkovEstimatorContract(BackendProvider provider) {
    backend = provider.open(Resources.ofThreads(1));
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private MarkovResult fit(Matrix x, MarkovOptions options) {
    return new MarkovLatentFeatures(backend, options).fit(x, FitListener.SILENT);
  }

  /** {@code x} with about a share of its entries missing, but the first column. */
  private static Matrix withHoles(Matrix x, double share) {
    RandomStream random = new RandomStream(5, "holes");
    Matrix out = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int d = 0; d < x.cols(); d++) {
        boolean hole = random.nextDouble() < share && d > 0;
        out.set(i, d, hole ? Float.NaN : x.get(i, d));
      }
    }
    return out;
  }

  /** Data and options of every kind of batch fit. */
  static Stream<BatchCase> batchCases() {
    MarkovOptions four = MarkovOptions.of(4).withIterations(60);
    Matrix x = SMALL.x();
    return Stream.of(
        new BatchCase("finite", x, four),
        new BatchCase("infinite", x, four.withTransitions(TransitionPrior.INFINITE)),
        new BatchCase(
            "infinite, of many",
            x,
            MarkovOptions.of(30).withTransitions(new TransitionPrior(null, .1))),
        new BatchCase("known noise", x, four.withSigma(.3)),
        new BatchCase("known noise, too small", x, four.withSigma(.01)),
        new BatchCase("missing entries", withHoles(x, .3), four),
        new BatchCase(
            "most entries missing",
            withHoles(x, .8),
            four.withTransitions(TransitionPrior.INFINITE)),
        new BatchCase("one feature", x, MarkovOptions.of(1)),
        new BatchCase("more than enough features", x, MarkovOptions.of(40).withIterations(60)),
        new BatchCase("as many features as rows", x, MarkovOptions.of(120).withIterations(20)),
        new BatchCase(
            "gain of the paper", x, four.withCoding(new Coding(Gain.PAPER, Paths.LONGEST))),
        new BatchCase("short paths", x, four.withCoding(new Coding(Gain.MARGINAL, 1))),
        new BatchCase("small α", x, four.withTransitions(new TransitionPrior(1e-3, null))),
        new BatchCase("large α", x, four.withTransitions(new TransitionPrior(1e4, 50.0))),
        new BatchCase("large λ and η", x, with(four, 200, 30.0)));
  }

  record BatchCase(String name, Matrix x, MarkovOptions options) {
    @Override
    public String toString() {
      return name;
    }
  }

  @ParameterizedTest
  @ReferenceOnly
  @MethodSource("batchCases")
  void theLowerBoundRises(BatchCase batch) {
    for (long seed = 1; seed <= 4; seed++) {
      MarkovResult result = fit(batch.x(), batch.options().withSeed(seed));
      double before = Double.NEGATIVE_INFINITY;
      for (FitEvent event : result.trace()) {
        double after = event.objective();
        String where = "seed " + seed + ", " + event.stage() + " " + event.step();
        double least = before - ROUNDING * Math.abs(before);
        assertTrue(
            before == Double.NEGATIVE_INFINITY || after >= least,
            where + ": " + after + " after " + before);
        before = after;
      }
      assertTrue(result.trace().size() > 3, "some steps");
      assertEquals(
          before * batch.x().rows(), result.lowerBound(), 1e-9 * Math.abs(result.lowerBound()));
    }
  }

  /** Every figure of the first steps by the definition of the bound and of the paths. */
  @ParameterizedTest
  @MethodSource("batchCases")
  void theLowerBoundIsThatOfItsDefinition(BatchCase batch) {
    MarkovOptions options =
        batch.options().withInference(new Inference.Batch(60, false)).withSeed(3);
    BoundByDefinition definition = new BoundByDefinition(batch.x(), options);
    MarkovParameters model = start(batch.x(), options);
    BatchState state = null;
    Paths kept = null;
    for (int step = 1; step <= 5; step++) {
      Paths paths = code(batch.x(), model, options);
      Dense expectations = model.logExpectations();
      for (int i = 0; kept != null && i < paths.count(); i++) {
        double found =
            definition.logLikelihood(model, paths, i)
                + new AllOrders(expectations, paths, i).logSum();
        double old =
            definition.logLikelihood(model, kept, i)
                + new AllOrders(expectations, kept, i).logSum();
        if (old >= found) {
          paths.set(i, kept, i);
        }
      }
      kept = paths;
      MarkovResult result = fit(batch.x(), options.withIterations(step));
      if (result.trace().size() < step) {
        return; // converged
      }
      // The result has the same features in another order.
      state = after(state, batch.x(), model, options);
      Dense counts = BoundByDefinition.counts(expectations, paths);
      assertArrayEquals(counts.values(), state.model().counts().values(), 1e-9);
      double expected = definition.of(model, paths, state.model().prior());
      assertEquals(expected, result.lowerBound(), 1e-8 * Math.abs(expected), "step " + step);
      assertArrayEquals(
          state.model().inOrder().counts().values(), result.parameters().counts().values(), 1e-9);
      model = state.model();
    }
  }

  private BatchState after(
      @Nullable BatchState state, Matrix x, MarkovParameters start, MarkovOptions options) {
    try (Steps opened = Steps.open(backend, x, new PathCoder.Limits(options.k()))) {
      BatchStep next = batchStep(opened.coder(), x, options);
      return state == null ? next.first(start, new StatePrior(options)) : next.after(state);
    }
  }

  private static MarkovParameters start(Matrix x, MarkovOptions options) {
    double meanSquare = x.facts().meanSquare();
    double variance = new NoiseStep(options, meanSquare).start();
    return StartingPoint.of(x, options, new StatePrior(options), meanSquare, variance);
  }

  private Paths code(Matrix x, MarkovParameters model, MarkovOptions options) {
    try (Steps opened = Steps.open(backend, x, new PathCoder.Limits(options.k()))) {
      return opened.code(model.objective(model.logExpectations(), options.coding()));
    }
  }

  /**
   * The greedy search starts each path anew, and may find one that is worth less: without the old
   * paths kept where they are worth more, the bound falls.
   */
  @Test
  @ReferenceOnly
  void withoutOldPathsTheLowerBoundFalls() {
    int falls = 0;
    for (long seed = 1; seed <= 10; seed++) {
      MarkovProblem problem = MarkovProblem.draw(200, 6, 8, .3, seed);
      MarkovOptions options = MarkovOptions.of(8).withSeed(seed);
      try (Steps opened = Steps.open(backend, problem.x(), new PathCoder.Limits(8))) {
        BatchStep next = batchStep(opened.coder(), problem.x(), options);
        MarkovParameters start = start(problem.x(), options);
        BatchState kept = next.first(start, new StatePrior(options));
        BatchState anew = kept;
        for (int step = 0; step < 40; step++) {
          BatchState after = next.after(kept);
          assertTrue(after.bound() >= kept.bound() - ROUNDING * Math.abs(kept.bound()));
          kept = after;
          BatchState greedy = next.first(anew.model(), anew.prior());
          falls += greedy.bound() < anew.bound() - 1e-3 ? 1 : 0;
          anew = greedy;
        }
      }
    }
    assertTrue(falls >= 2, falls + " falls");
  }

  private BatchStep batchStep(PathCoder coder, Matrix x, MarkovOptions options) {
    FitMonitor monitor = new FitMonitor(FitListener.SILENT, null);
    return new BatchStep(
        PathRounds.of(coder, monitor),
        backend.algebra(),
        options,
        new NoiseStep(options, x.facts().meanSquare()),
        DictionaryPrior.of(options, x.facts().meanSquare()),
        monitor);
  }

  /** The bound of {@code model} under a batch fit's options, by one step of it. */
  private double bound(Matrix x, MarkovParameters model, MarkovOptions options) {
    try (Steps opened = Steps.open(backend, x, new PathCoder.Limits(options.k()))) {
      return batchStep(opened.coder(), x, options).first(model, new StatePrior(options)).bound();
    }
  }

  @Test
  @ReferenceOnly
  void featuresExchangedHaveALargerBound() {
    int better = 0;
    for (long seed = 1; seed <= 4; seed++) {
      MarkovProblem problem = MarkovProblem.draw(300, 16, 6, .3, seed);
      MarkovOptions options = MarkovOptions.of(6).withSeed(seed);
      double without =
          fit(problem.x(), options.withInference(new Inference.Batch(500, false))).lowerBound();
      double with = fit(problem.x(), options).lowerBound();
      assertTrue(with >= without - 1, () -> with + " but without an exchange " + without);
      better += with > without + 30 ? 1 : 0;
    }
    assertTrue(better >= 2, better + " of 4 by more than 30 nats");
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 5})
  void theTruthIsFound(long seed) {
    MarkovProblem problem = MarkovProblem.draw(700, 40, 12, .3, seed);
    MarkovParameters found = fit(problem.x(), MarkovOptions.of(12).withSeed(seed)).parameters();
    Recovery recovery = Recovery.of(problem, found);
    assertEquals(12, recovery.found(5), () -> "angles " + recovery.angles());
    assertTrue(recovery.transitions() < .2, () -> "off by " + recovery.transitions());
    assertEquals(.3, Math.sqrt(found.variance()), .01, "the noise is learned");
  }

  /** Whatever the units of X, the same features are found. */
  @ParameterizedTest
  @ReferenceOnly
  @MethodSource("shortInferences")
  void unitsDoNotMatter(Inference inference) {
    Matrix x = SMALL.x();
    Matrix large = Matrix.allocate(x.rows(), x.cols());
    for (int i = 0; i < x.rows(); i++) {
      for (int d = 0; d < x.cols(); d++) {
        large.set(i, d, 128 * x.get(i, d));
      }
    }
    MarkovOptions options = MarkovOptions.of(4).withInference(inference);
    MarkovResult one = fit(x, options);
    MarkovResult other = fit(large, options);
    assertTrue(one.used() > 0);
    assertEquals(one.used(), other.used());
    assertEquals(one.rmse(), other.rmse() / 128, 1e-3 * one.rmse());
  }

  @ParameterizedTest
  @ReferenceOnly
  @EnumSource
  void batchesComeNearTheBound(Update update) {
    MarkovProblem problem = MarkovProblem.draw(1000, 16, 5, .3, 2);
    MarkovOptions batch = MarkovOptions.of(5).withSeed(1);
    double none = bound(problem.x(), start(problem.x(), batch), batch);
    double best = fit(problem.x(), batch).lowerBound();
    MarkovResult result =
        fit(problem.x(), batch.withInference(new Inference.Stochastic(300, 100, update, 10, .75)));
    double reached = bound(problem.x(), result.parameters(), batch);
    double share = (reached - none) / (best - none);
    assertTrue(share > .8, () -> update + " reaches " + share + " of what all rows reach");
    assertTrue(Double.isNaN(result.lowerBound()), "which is not computed");
    assertEquals(300, result.trace().size());
    assertEquals(Ending.STEP_LIMIT, result.ended());
  }

  static Stream<Inference> shortInferences() {
    return Stream.of(
        new Inference.Batch(20, true), new Inference.Stochastic(20, 60, Update.RUNNING, 10, .75));
  }

  private static MarkovOptions with(MarkovOptions options, double lambda, double eta) {
    return new MarkovOptions(
        options.k(),
        options.transitions(),
        lambda,
        eta,
        options.sigma(),
        options.coding(),
        options.inference(),
        options.seed(),
        options.timeLimit());
  }

  static Stream<MarkovOptions> inferences() {
    return inferences(4);
  }

  private static Stream<MarkovOptions> inferences(int k) {
    MarkovOptions options = MarkovOptions.of(k).withIterations(12);
    Inference batches = new Inference.Stochastic(12, 50, Update.RUNNING, 10, .75);
    return Stream.of(
        options,
        options
            .withTransitions(TransitionPrior.INFINITE)
            .withInference(new Inference.Batch(12, false)),
        options.withInference(batches),
        options.withInference(batches).withTransitions(TransitionPrior.INFINITE),
        options.withInference(new Inference.Stochastic(12, 50, Update.PAPER, 0, .75)),
        options.withInference(new Inference.Stochastic(12, 119, Update.RUNNING, 10, 1)),
        options.withInference(new Inference.Stochastic(12, 5000, Update.RUNNING, 10, .75)));
  }

  @ParameterizedTest
  @MethodSource("inferences")
  void equalSeedsGiveEqualBits(MarkovOptions options) {
    Matrix x = withHoles(SMALL.x(), .1);
    MarkovResult a = fit(x, options.withSeed(7));
    MarkovResult b = fit(x, options.withSeed(7));
    assertArrayEquals(a.parameters().w().values(), b.parameters().w().values(), 0);
    assertArrayEquals(a.parameters().counts().values(), b.parameters().counts().values(), 0);
    assertArrayEquals(a.parameters().prior().values(), b.parameters().prior().values(), 0);
    assertEquals(a.parameters().variance(), b.parameters().variance(), 0);
    assertEquals(a.lowerBound(), b.lowerBound(), 0);
    assertEquals(a.trace().size(), b.trace().size());
    MarkovResult c = fit(x, options.withSeed(8));
    assertNotEquals(a.parameters().w().get(0, 0), c.parameters().w().get(0, 0));
    assertUsable(x, a, options);
  }

  /** Equation (11) of docs/markov.md: where all rows are alike, a few say what all do. */
  @Test
  @ReferenceOnly
  void batchesOfAnySizeGiveThePapersDictionaryOfRowsThatAreAlike() {
    Matrix x = Matrix.allocate(60, 9);
    for (int i = 0; i < x.rows(); i++) {
      x.setRow(i, new float[] {3, -1, 2, 0, 4, -2, 1, 1, -3});
    }
    MarkovOptions options = with(MarkovOptions.of(2).withSigma(.3), 1, 20.0);
    Dense all = fit(x, options.withInference(paper(x.rows()))).parameters().w();
    Dense few = fit(x, options.withInference(paper(7))).parameters().w();
    assertTrue(all.rowDot(0, all, 0) + all.rowDot(1, all, 1) > 1);
    assertArrayEquals(all.values(), few.values(), 1e-9);
  }

  private static Inference paper(int batch) {
    return new Inference.Stochastic(5, batch, Update.PAPER, 0, .75);
  }

  /** A model of the right shape with finite entries, better than none. */
  private static void assertUsable(Matrix x, MarkovResult result, MarkovOptions options) {
    MarkovParameters model = result.parameters();
    assertEquals(options.k(), model.features());
    assertEquals(x.cols(), model.cols());
    assertArrayEquals(
        IntStream.range(0, options.k()).toArray(), FeatureOrder.of(model.w(), model.uses()));
    for (Dense block : List.of(model.w(), model.counts(), model.prior())) {
      for (double v : block.values()) {
        assertTrue(Double.isFinite(v), () -> "an entry is " + v);
      }
    }
    double transitions = 0;
    for (double count : model.counts().values()) {
      transitions += count;
    }
    assertTrue(transitions >= .999 * x.rows(), "each row has a transition at least");
    assertTrue(model.variance() > 0);
    double none = Math.sqrt(x.facts().meanSquare());
    assertTrue(result.rmse() <= none * 1.2, () -> result.rmse() + " where nothing has " + none);
    assertTrue(result.used() >= 0 && result.used() <= options.k());
  }

  @ParameterizedTest
  @ReferenceOnly
  @MethodSource("inferences")
  void aListenerEndsTheFit(MarkovOptions options) {
    for (int patience : new int[] {1, 3, 9}) {
      List<FitEvent> heard = new ArrayList<>();
      MarkovResult result =
          new MarkovLatentFeatures(backend, options)
              .fit(
                  SMALL.x(),
                  event -> {
                    heard.add(event);
                    return heard.size() < patience;
                  });
      assertEquals(Ending.STOPPED, result.ended());
      assertEquals(patience, heard.size(), "asked no more once it said no");
      assertEquals(heard, result.trace());
      assertUsable(SMALL.x(), result, options);
    }
  }

  @ParameterizedTest
  @ReferenceOnly
  @MethodSource("inferences")
  void outOfTimeThereIsStillAModel(MarkovOptions options) {
    MarkovResult result = fit(SMALL.x(), options.withTimeLimit(Duration.ofNanos(1)));
    assertEquals(Ending.TIME_LIMIT, result.ended());
    assertEquals(0, result.trace().size());
    assertEquals(0, result.used());
    assertUsable(SMALL.x(), result, options);
  }

  /** Asked within steps, and obeyed there: the model is that of the best step before. */
  @ParameterizedTest
  @ReferenceOnly
  @MethodSource("inferences")
  void stoppedAnywhereThereIsTheBestSoFar(MarkovOptions options) {
    double bound = Double.NEGATIVE_INFINITY;
    boolean stopped = true;
    for (int patience = 1; stopped && patience < 5000; patience *= 3) {
      AtomicInteger left = new AtomicInteger(patience);
      FitListener impatient = FitListener.SILENT.until(() -> left.decrementAndGet() < 0);
      MarkovResult result = new MarkovLatentFeatures(backend, options).fit(SMALL.x(), impatient);
      stopped = result.ended().equals(Ending.STOPPED);
      assertUsable(SMALL.x(), result, options);
      if (!Double.isNaN(result.lowerBound())) {
        assertTrue(result.lowerBound() >= bound, () -> "the bound fell to " + result.lowerBound());
        bound = result.lowerBound();
      }
    }
  }

  /** Wherever in an exchange a listener says no, the best so far is what it has heard of. */
  @Test
  @ReferenceOnly
  void aListenerEndsAnExchange() {
    MarkovProblem problem = MarkovProblem.draw(300, 16, 6, .3, 1);
    for (int patience = 1; patience <= 40; patience += 3) {
      List<FitEvent> exchanged = new ArrayList<>();
      int steps = patience;
      MarkovResult result =
          new MarkovLatentFeatures(backend, MarkovOptions.of(6))
              .fit(
                  problem.x(),
                  event -> {
                    if (event.stage().equals("exchange")) {
                      exchanged.add(event);
                    }
                    return exchanged.size() < steps;
                  });
      assertEquals(Ending.STOPPED, result.ended());
      FitEvent last = exchanged.get(exchanged.size() - 1);
      assertEquals(patience, last.step());
      assertEquals(
          last.objective() * 300, result.lowerBound(), 1e-9 * Math.abs(result.lowerBound()));
      assertEquals(last.rmse(), result.rmse(), 0);
      assertEquals(last.features(), result.used());
    }
  }

  @Test
  @ReferenceOnly
  void stepsAreLimited() {
    MarkovResult few = fit(SMALL.x(), MarkovOptions.of(4).withIterations(2));
    assertEquals(2, few.trace().size(), "no exchange before the steps settle");
    assertEquals(Ending.STEP_LIMIT, few.ended());
    MarkovResult converged =
        fit(SMALL.x(), MarkovOptions.of(1).withInference(new Inference.Batch(500, false)));
    assertEquals(Ending.CONVERGED, converged.ended());
    assertTrue(converged.trace().size() < 500);
  }

  /** One row, one column, all entries alike, all rows alike, as many features as rows. */
  @ParameterizedTest
  @ReferenceOnly
  @CsvSource({"1, 4, 1", "5, 1, 2", "5, 4, 5", "1, 1, 1", "2, 3, 2", "40, 3, 12"})
  void smallestShapes(int n, int d, int k) {
    Matrix constant = Matrix.allocate(n, d);
    Matrix rowsAlike = Matrix.allocate(n, d);
    Matrix different = Matrix.allocate(n, d);
    Matrix mostlyZero = Matrix.allocate(n, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        constant.set(i, j, 2.5f);
        rowsAlike.set(i, j, j - .5f);
        different.set(i, j, (float) Math.sin(1 + 3 * i + 7 * j));
      }
    }
    mostlyZero.set(n - 1, d - 1, 3);
    for (Matrix x : List.of(constant, rowsAlike, different, mostlyZero)) {
      inferences(k).forEach(options -> assertUsable(x, fit(x, options), options));
    }
  }

  /** Without noise its variance falls until rounding decides, and no further. */
  @ParameterizedTest
  @ReferenceOnly
  @ValueSource(booleans = {false, true})
  void dataWithoutNoiseHaveAModel(boolean infinite) {
    MarkovProblem problem = MarkovProblem.draw(200, 12, 4, 0, 3);
    MarkovOptions options =
        MarkovOptions.of(4)
            .withTransitions(infinite ? TransitionPrior.INFINITE : TransitionPrior.FINITE);
    MarkovResult result = fit(problem.x(), options);
    assertUsable(problem.x(), result, options);
    assertTrue(result.rmse() < 1e-3, () -> "rmse " + result.rmse());
    assertTrue(Double.isFinite(result.lowerBound()));
  }

  @Test
  @ReferenceOnly
  void badInputIsNamed() {
    Matrix infinite = withHoles(SMALL.x(), 0);
    infinite.set(16, 2, Float.POSITIVE_INFINITY);
    assertSays(() -> fit(infinite, MarkovOptions.of(4)), "row 17, column 3", "Infinity");
    Matrix unknown = withHoles(SMALL.x(), 0);
    for (int d = 0; d < unknown.cols(); d++) {
      unknown.set(30, d, Float.NaN);
    }
    assertSays(() -> fit(unknown, MarkovOptions.of(4)), "row 31");
    assertSays(() -> fit(Matrix.allocate(5, 3), MarkovOptions.of(2)), "all", "zero");
    assertSays(() -> fit(SMALL.x(), MarkovOptions.of(121)), "121", "120 rows");
    assertSays(() -> fit(SMALL.x(), MarkovOptions.of(4).withSigma(1e-30)), "sigma is 1.0E-30");
    assertSays(() -> fit(SMALL.x(), MarkovOptions.of(4).withSigma(1e20)), "sigma is 1.0E20");
    MarkovOptions any = MarkovOptions.of(3);
    assertSays(() -> MarkovOptions.of(0), "K is 0");
    assertSays(() -> new Inference.Stochastic(9, 0, Update.RUNNING, 10, .75), "batch is 0");
    assertSays(() -> any.withIterations(0), "iterations is 0");
    assertSays(() -> new TransitionPrior(-1.0, null), "alpha is -1.0");
    assertSays(() -> new TransitionPrior(null, Double.NaN), "gamma is NaN");
    assertSays(() -> with(any, 0, 1.0), "lambda is 0.0");
    assertSays(() -> with(any, 1, Double.POSITIVE_INFINITY), "eta is Infinity");
    assertSays(() -> any.withSigma(0.0), "sigma is 0.0");
    assertSays(() -> new Inference.Stochastic(9, 9, Update.RUNNING, -1, .75), "delay is -1.0");
    assertSays(() -> new Inference.Stochastic(9, 9, Update.RUNNING, 10, .5), "kappa is 0.5");
    assertSays(() -> new Coding(Gain.MARGINAL, 33), "longest is 33");
  }

  private static void assertSays(Runnable action, String... parts) {
    RuntimeException refused = assertThrows(RuntimeException.class, action::run);
    assertTrue(
        refused instanceof IllegalArgumentException || refused instanceof DataException,
        () -> "not " + refused.getClass());
    String message = String.valueOf(refused.getMessage());
    for (String part : parts) {
      assertTrue(message.contains(part), () -> "no \"" + part + "\" in: " + message);
    }
  }

  @ParameterizedTest
  @ReferenceOnly
  @MethodSource("inferences")
  void theDataAreLeftAsTheyAre(MarkovOptions options) {
    Matrix x = withHoles(SMALL.x(), .2);
    Matrix before = withHoles(x, 0);
    assertUsable(x, fit(x, options), options);
    for (int i = 0; i < x.rows(); i++) {
      for (int d = 0; d < x.cols(); d++) {
        assertEquals(before.get(i, d), x.get(i, d));
      }
    }
  }
}
