package org.latentfeature.markov;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.LoadedData;

/** Stochastic inference of rows that stay in their file. */
final class MarkovOfFilesTest {

  private static final MarkovProblem PROBLEM = MarkovProblem.draw(3000, 12, 6, .2, 1);

  private static MarkovResult fit(MarkovOptions options) {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        FileRows x = new FileRows(new MatrixBlocks(PROBLEM.x()), 1 << 14, WorkListener.SILENT);
        LoadedData data = new LoadedData(backend, x)) {
      MarkovResult result =
          new MarkovLatentFeatures(backend, options).fit(data, FitListener.SILENT);
      assertEquals(1, x.passes(), "only the check of all entries is a pass");
      assertTrue(x.bytesRead() > PROBLEM.x().bytes());
      return result;
    }
  }

  private static MarkovOptions stochastic(int batch) {
    return MarkovOptions.of(6)
        .withInference(new Inference.Stochastic(60, batch, Inference.Update.RUNNING, 10, .75));
  }

  @Test
  void batchesOfBlocksExplainTheRowsLikeBatchesOfRows() {
    MarkovResult ofFile = fit(stochastic(512));
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1))) {
      MarkovResult loaded = new MarkovLatentFeatures(backend, stochastic(512)).fit(PROBLEM.x());
      assertEquals(loaded.rmse(), ofFile.rmse(), .1 * loaded.rmse());
    }
    assertEquals(6, ofFile.used());
    assertArrayEquals(
        ofFile.parameters().w().values(), fit(stochastic(512)).parameters().w().values());
  }

  /** The last block of 256 rows has 184, and a batch may be less than a block. */
  @Test
  void batchesOfAnySizeAreDrawn() {
    for (int batch : new int[] {1, 100, 3000, 5000}) {
      assertTrue(fit(stochastic(batch)).rmse() < 2, "batch " + batch);
    }
  }

  @Test
  void batchInferenceNeedsTheRows() {
    String thrown = assertThrows(DataException.class, () -> fit(MarkovOptions.of(6))).toString();
    assertTrue(thrown.contains("3,000 rows") && thrown.contains("stochastic"), thrown);
  }
}
