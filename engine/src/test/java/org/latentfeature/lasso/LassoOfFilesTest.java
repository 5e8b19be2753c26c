package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.FileRows;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MatrixBlocks;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.metrics.Hamming;

/** Fits, paths and certificates of rows that stay in their file. */
final class LassoOfFilesTest {

  private static final SyntheticProblem PROBLEM = SyntheticProblem.dense(13_000, 10, 4, .3, 1);

  /** Four blocks. */
  private static final int BLOCK = 3300 * 10 * Float.BYTES;

  private static Backend backend() {
    return new ReferenceProvider().open(Resources.ofThreads(1));
  }

  private static FileRows file(Matrix x) {
    return new FileRows(new MatrixBlocks(x), BLOCK, WorkListener.SILENT);
  }

  @Test
  void theConvexFitFindsTheFeatures() {
    try (Backend backend = backend();
        FileRows x = file(PROBLEM.x())) {
      LassoResult fit =
          new LatentFeatureLasso(backend, LassoOptions.of(4).withMethod(Method.LASSO)).fit(x);
      assertEquals(0, Hamming.oneToOne(PROBLEM.z(), fit.z()), 1e-3);
    }
  }

  @Tag("whole")
  @Test
  void aPathHasEveryNumberOfFeatures() {
    try (Backend backend = backend();
        FileRows x = file(PROBLEM.x())) {
      PathResult path = new LatentFeatureLasso(backend, LassoOptions.of(4)).path(x);
      assertEquals(4, path.points().size());
      assertTrue(path.points().get(3).rmse() < path.points().get(2).rmse());
    }
  }

  @Tag("whole")
  @Test
  void theCertificateIsThatOfRowsInMemory() {
    try (Backend backend = backend();
        FileRows x = file(PROBLEM.x())) {
      Certifier certifier = new Certifier(backend, LassoOptions.of(4));
      Certificate inMemory =
          certifier.certify(PROBLEM.x(), PROBLEM.z(), Double.NaN, FitListener.SILENT);
      Certificate ofFile = certifier.certify(x, PROBLEM.z(), Double.NaN, FitListener.SILENT);
      assertEquals(inMemory.objective(), ofFile.objective(), 1e-6 * inMemory.objective());
      assertEquals(inMemory.mu(), ofFile.mu(), 1e-6 * inMemory.mu());
      assertEquals(0, ofFile.failure());
      assertTrue(ofFile.lowerBound() < ofFile.convexObjective(), ofFile.toString());
      assertTrue(ofFile.lowerBound() > .98 * inMemory.lowerBound(), ofFile + ", " + inMemory);
    }
  }

  /** Rows in a file cannot be scaled in their place. */
  @Test
  void extremeEntriesAreRefused() {
    Matrix x = Matrix.allocate(100, 2);
    x.set(3, 1, 0x1p100f);
    try (Backend backend = backend();
        FileRows rows = file(x)) {
      LatentFeatureLasso lasso = new LatentFeatureLasso(backend, LassoOptions.of(2));
      String thrown =
          assertThrows(IllegalArgumentException.class, () -> lasso.fit(rows)).toString();
      assertTrue(
          thrown.contains("1.2676506002282294E30") && thrown.contains("ReadOptions.scaleBy"),
          thrown);
    }
  }
}
