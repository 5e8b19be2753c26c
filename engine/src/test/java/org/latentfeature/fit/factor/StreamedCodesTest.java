package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.metrics.Rmse;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.step.PartLayout;

/** Codes that are passed on block by block are those of all rows, random starts included. */
final class StreamedCodesTest {

  /** More columns than are searched exactly. */
  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(300, 12, 23, .3, 1);

  @Test
  void theyAreTheCodesOfAllRows() throws IOException {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        FileRows x = new FileRows(new MatrixBlocks(PROBLEM.x()), 1, WorkListener.SILENT)) {
      List<BinaryMatrix> blocks = new ArrayList<>();
      Coder.Quality quality =
          FactorCoder.code(backend, x, PROBLEM.w(), FactorCoder.coding(5), blocks::add);
      BinaryMatrix whole = FactorCoder.encode(backend, PROBLEM.x(), PROBLEM.w(), 5);
      assertEquals(5, blocks.size());
      assertEquals(
          whole.columns(), PartLayout.join(blocks.stream().map(BinaryMatrix::columns).toList()));
      assertEquals(Rmse.noisy(PROBLEM.x(), whole, PROBLEM.w()), quality.rmse(), 1e-6);
      assertEquals(1, x.passes());
    }
  }

  @Test
  void whatCannotBeWrittenEndsThePass() {
    try (Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
        FileRows x = new FileRows(new MatrixBlocks(PROBLEM.x()), 1, WorkListener.SILENT)) {
      IOException full = new IOException("no space left");
      IOException thrown =
          assertThrows(
              IOException.class,
              () ->
                  FactorCoder.code(
                      backend,
                      x,
                      PROBLEM.w(),
                      FactorCoder.coding(5),
                      some -> {
                        throw full;
                      }));
      assertEquals(full, thrown);
      assertTrue(x.bytesRead() < PROBLEM.x().bytes());
    }
  }
}
