package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendException;
import org.latentfeature.backend.OutOfBackendMemoryException;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.cuda.software.SoftwareOnly;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.Ending;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.UnfinishedFitException;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/** Devices whose memory a problem fills, or that fail in the middle of a fit. */
@OnDevice
@ExtendWith(SoftwareOnly.class)
final class CudaMemoryTest {

  private static final int COLS = 61;
  private static final int FEATURES = 5;
  private static final AtomSearch.Limits LIMITS =
      new AtomSearch.Limits(2 * FEATURES, 8, FEATURES, 16);

  @BeforeEach
  void load() {
    assertTrue(TestedDevice.provider().probe().isAvailable());
  }

  @AfterEach
  void restore() {
    SoftwareDevice.memory(8L << 30);
    SoftwareDevice.failures("");
  }

  /** Local memory of the exact search alone takes 16 MiB here, at its first launch. */
  @Test
  void theLargestProblemThatIsAcceptedRunsToItsEnd() {
    SoftwareDevice.memory(58 << 20);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT)) {
      int rows = 64;
      while (fits(backend, rows + 64)) {
        rows += 64;
      }
      int accepted = rows;
      assertTrue(accepted > 1000, () -> "only %,d rows fit".formatted(accepted));
      SyntheticProblem p = SyntheticProblem.dense(rows, COLS, FEATURES, .1, 1);
      everyStep(backend, p);
      // And another one after it, of what cuBLAS's code has left.
      everyStep(backend, SyntheticProblem.dense(accepted - 512, COLS, FEATURES, .1, 1));
      SyntheticProblem larger = SyntheticProblem.dense(rows + 128, COLS, FEATURES, .1, 1);
      assertThrows(
          OutOfBackendMemoryException.class, () -> Steps.open(backend, larger.x(), LIMITS).close());
    }
  }

  private static boolean fits(Backend backend, int rows) {
    return backend.bytesNeeded(rows, COLS, Steps.planned(LIMITS)) <= backend.bytesAvailable();
  }

  private static void everyStep(Backend backend, SyntheticProblem p) {
    try (Steps opened = Steps.open(backend, p.x(), LIMITS)) {
      opened.replace(p.z());
      opened.residual(p.w());
      opened.sweep(8, 1e-9, 2, 1);
      List<ScoredAtom> atoms = opened.round(16, FEATURES, 1, 2);
      opened.append(atoms.stream().map(ScoredAtom::z).toList());
      opened.products(FEATURES);
      opened.replace(p.z());
      opened.refine(p.w(), 8);
      opened.refine(p.w(), 0);
      opened.squaredError(p.w());
      opened.squaredSingularValues();
    }
  }

  /** A launch that is refused, one that kills the context, a product without room to work in. */
  @Tag("whole")
  @ParameterizedTest
  @ValueSource(strings = {"cuLaunchKernel=2@400", "cuLaunchKernel=719@400", "cublasSgemm=3@300"})
  void aFitThatTheDeviceCutsOffKeepsTheBestSoFar(String failure) {
    SyntheticProblem p = SyntheticProblem.dense(60, 20, 3, .05, 1);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT)) {
      SoftwareDevice.failures(failure);
      LatentFeatureLasso estimator =
          new LatentFeatureLasso(backend, LassoOptions.of(3, Method.PATH));
      UnfinishedFitException cut =
          assertThrows(
              UnfinishedFitException.class, () -> estimator.fit(p.x(), FitListener.SILENT));
      SoftwareDevice.failures("");
      assertTrue(cut.getCause() instanceof BackendException);
      LassoResult best = cut.soFar(LassoResult.class);
      assertEquals(Ending.FAILED, best.ended());
      int k = best.z().cols();
      assertTrue(k >= 1 && k <= 3, () -> k + " features");
      double nothing = Math.sqrt(squaredNorm(p) / p.x().size());
      assertTrue(best.rmse() < .9 * nothing, () -> best.rmse() + " of " + nothing);
    }
  }

  /** Before anything is known, there is nothing to keep. */
  @Test
  void aFitThatFailsAtOnceFailsAsTheDeviceDid() {
    SyntheticProblem p = SyntheticProblem.dense(60, 20, 3, .05, 1);
    try (Backend backend = TestedDevice.provider().open(Resources.DEFAULT)) {
      SoftwareDevice.failures("cuLaunchKernel=2");
      LatentFeatureLasso estimator =
          new LatentFeatureLasso(backend, LassoOptions.of(3, Method.PATH));
      assertThrows(BackendException.class, () -> estimator.fit(p.x(), FitListener.SILENT));
      SoftwareDevice.failures("");
    }
  }

  private static double squaredNorm(SyntheticProblem p) {
    double sum = 0;
    for (int i = 0; i < p.x().rows(); i++) {
      for (int j = 0; j < p.x().cols(); j++) {
        sum += (double) p.x().get(i, j) * p.x().get(i, j);
      }
    }
    return sum;
  }
}
