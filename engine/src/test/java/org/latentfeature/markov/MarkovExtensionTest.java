package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.scale.AllRows;

/** Markov models of a sample that go on to all rows. */
@Tag("whole")
final class MarkovExtensionTest {

  private static final MarkovProblem PROBLEM = MarkovProblem.draw(2000, 12, 6, .3, 1);
  private static final MarkovOptions OPTIONS =
      MarkovOptions.of(6).withTransitions(TransitionPrior.INFINITE);
  private static final FitRequest<MarkovOptions, MarkovModel> BY_SAMPLE =
      new FitRequest<>(new MarkovEstimator(), OPTIONS).withSample(SampleSize.of(400));

  /** The models that the rounds of a fit leave, and the last one. */
  private static final Kept ROUNDS = new Kept(new ArrayList<>(), null);

  private static final MarkovModel FITTED = fit(PROBLEM.x(), ROUNDS);

  private record Kept(List<MarkovModel> all, @Nullable MarkovModel left)
      implements Checkpoints<MarkovModel> {
    @Override
    public boolean isDue() {
      return true;
    }

    @Override
    public void offer(Supplier<Fitted<MarkovModel>> soFar) {
      all.add(soFar.get().toModel());
    }
  }

  private static MarkovModel fit(Rows x, Checkpoints<MarkovModel> checkpoints) {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, x)) {
      return BY_SAMPLE.withCheckpoints(checkpoints).fit(data).toModel();
    }
  }

  private static double bound(MarkovModel model) {
    return model.manifest().figures().getOrDefault(MarkovModel.LOWER_BOUND, Double.NaN);
  }

  /** In a fraction of the time; what it lacks of the best would be a feature. */
  @Test
  void aSampleAndRoundsOverAllRowsAreAsGoodAsAllRows() {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT)) {
      MarkovResult whole = new MarkovLatentFeatures(backend, OPTIONS).fit(PROBLEM.x());
      assertTrue(
          bound(FITTED) > whole.lowerBound() - .02 * 2000,
          bound(FITTED) + " " + whole.lowerBound());
      assertTrue(FITTED.manifest().rmse() < 1.01 * whole.rmse());
      assertEquals(400, FITTED.manifest().figures().get("sample_rows"));
      assertEquals("400", FITTED.manifest().option("sample"));
    }
  }

  @Test
  void rowsInAFileAreReadOnceARound() {
    try (FileRows x = new FileRows(new MatrixBlocks(PROBLEM.x()), 1 << 15, WorkListener.SILENT)) {
      MarkovModel ofFile = fit(x, Checkpoints.none());
      // The order of sums is that of blocks.
      assertArrayEquals(FITTED.w().values(), ofFile.w().values(), 1e-6);
      assertEquals(bound(FITTED), bound(ofFile), 1e-7 * Math.abs(bound(FITTED)));
      // One more checks all entries, one is for the fingerprint, one may be for the sample.
      long passes = x.passes() - (ROUNDS.all().size() + 1);
      assertTrue(passes >= 1 && passes <= 3, x.passes() + " passes");
    }
  }

  @Test
  void aFitGoesOnAsIfItHadNotEnded() {
    assertTrue(ROUNDS.all().size() >= 3, ROUNDS.all().size() + " rounds");
    for (int round : new int[] {0, ROUNDS.all().size() - 1}) {
      MarkovModel resumed = fit(PROBLEM.x(), new Kept(new ArrayList<>(), ROUNDS.all().get(round)));
      assertArrayEquals(FITTED.w().values(), resumed.w().values());
      assertArrayEquals(
          FITTED.parameters().counts().values(), resumed.parameters().counts().values());
      assertArrayEquals(
          FITTED.parameters().prior().values(), resumed.parameters().prior().values());
      assertEquals(FITTED.parameters().variance(), resumed.parameters().variance());
      assertEquals(FITTED.manifest().figures(), resumed.manifest().figures());
      assertEquals(FITTED.manifest().trace().size(), resumed.manifest().trace().size());
    }
  }

  @Test
  void roundsRaiseTheBound() {
    double before = Double.NEGATIVE_INFINITY;
    for (MarkovModel model : ROUNDS.all()) {
      assertTrue(bound(model) > before, bound(model) + " after " + before);
      before = bound(model);
    }
    assertTrue(bound(FITTED) >= before);
  }

  @Test
  void missingEntriesStayMissing() {
    Matrix x = PROBLEM.x().selectRows(IntStream.range(0, 2000).toArray());
    float[] row = new float[12];
    for (int i = 0; i < 2000; i++) {
      x.getRow(i, row);
      row[i % 12] = Float.NaN;
      x.setRow(i, row);
    }
    MarkovModel model = fit(x, Checkpoints.none());
    assertEquals(.3, model.manifest().rmse(), .05);
  }

  @Test
  void aListenerStopsARound() {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, PROBLEM.x())) {
      MarkovModel stopped =
          BY_SAMPLE
              .withListener(event -> !event.stage().equals(MarkovStages.EXTEND))
              .fit(data)
              .toModel();
      assertEquals("stopped", stopped.manifest().ended().toString());
      assertEquals(
          1,
          stopped.manifest().trace().stream()
              .filter(point -> point.stage().equals(MarkovStages.EXTEND))
              .count());
      assertTrue(stopped.manifest().rmse() < 1);
    }
  }

  /** A sample may lead to a much poorer model: rows in memory are all fitted unless asked. */
  @Test
  void rowsInMemoryAreSampledIfThatIsAskedFor() {
    Matrix large = Matrix.allocate(1 << 20, 64);
    assertFalse(isSampled(large, SampleSize.USUAL));
    assertTrue(isSampled(large, SampleSize.AUTO));
    assertTrue(isSampled(PROBLEM.x(), SampleSize.of(400)));
    try (FileRows x = new FileRows(new MatrixBlocks(PROBLEM.x()), 1 << 15, WorkListener.SILENT)) {
      assertTrue(isSampled(x, SampleSize.USUAL));
    }
  }

  private static boolean isSampled(Rows x, SampleSize size) {
    return new MarkovEstimator().isSampled(x, BY_SAMPLE.withSample(size));
  }

  @Test
  void whatNoSampleCanDoIsRefused() {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, PROBLEM.x())) {
      MarkovOptions stochastic = OPTIONS.withInference(Inference.Stochastic.DEFAULT);
      assertRefused(data, backend, BY_SAMPLE.withOptions(stochastic), "drop inference=stochastic");
      assertRefused(data, backend, BY_SAMPLE.withSample(SampleSize.of(3)), "fewer rows");
      assertRefused(data, backend, BY_SAMPLE.withSample(SampleSize.ALL), "choose auto");
    }
  }

  private static void assertRefused(
      LoadedData data,
      Backend backend,
      FitRequest<MarkovOptions, MarkovModel> request,
      String expected) {
    String thrown =
        assertThrows(
                IllegalArgumentException.class,
                () -> new MarkovEstimator().fitSample(AllRows.of(data), backend, request))
            .toString();
    assertTrue(thrown.contains(expected), thrown);
  }
}
