package org.latentfeature.fit.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.estimator.Checkpoints;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.lasso.estimator.LassoEstimator;

/** Fits that go on from what another process left. */
@Tag("whole")
final class CheckpointsTest {

  /** Noise as large as the features: refinement takes many rounds. */
  private static final SyntheticProblem NOISY = SyntheticProblem.dense(3000, 12, 6, 2, 4);

  private record Kept(List<LassoModel> all, @Nullable LassoModel left)
      implements Checkpoints<LassoModel> {
    @Override
    public boolean isDue() {
      return true;
    }

    @Override
    public void offer(Supplier<Fitted<LassoModel>> soFar) {
      all.add(soFar.get().toModel());
    }
  }

  private static LassoModel fit(Checkpoints<LassoModel> checkpoints) {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, NOISY.x())) {
      return new LassoEstimator()
          .request(6, Map.of())
          .withSample(SampleSize.of(300))
          .withCheckpoints(checkpoints)
          .fit(data)
          .toModel();
    }
  }

  @Test
  void aFitGoesOnAsIfItHadNotEnded() {
    Kept kept = new Kept(new ArrayList<>(), null);
    LassoModel whole = fit(kept);
    assertTrue(kept.all().size() >= 4, kept.all().size() + " rounds");
    for (int round : new int[] {0, 2, kept.all().size() - 1}) {
      Kept rest = new Kept(new ArrayList<>(), kept.all().get(round));
      LassoModel resumed = fit(rest);
      assertEquals(whole.z(), resumed.z(), "from round " + round);
      assertArrayEquals(whole.w().values(), resumed.w().values());
      assertEquals(kept.all().size() - round - 1, rest.all().size());
      assertEquals(whole.manifest().rmse(), resumed.manifest().rmse());
      assertEquals(whole.manifest().trace().size(), resumed.manifest().trace().size());
      assertEquals(whole.manifest().figures(), resumed.manifest().figures());
    }
  }
}
