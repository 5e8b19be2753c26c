package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;

/** A fit on a machine with a driver and no cuBLAS. */
@OnDevice
final class CudaWithoutCublasTest {

  /** The atoms of both are the same, though products differ in their last bits. */
  @Test
  void aFitIsThatOfCublas() {
    SyntheticProblem p = SyntheticProblem.dense(300, 40, 4, .1, 1);
    LassoResult expected = fit(TestedDevice.byProducts(), p);
    if (SoftwareDevice.isLoaded()) {
      SoftwareDevice.resetCounters();
    }
    LassoResult found = fit(TestedDevice.withoutCublas(), p);
    if (SoftwareDevice.isLoaded()) {
      assertEquals(0, SoftwareDevice.counters().cublasCalls());
    }
    assertEquals(Set.copyOf(expected.z().columns()), Set.copyOf(found.z().columns()));
    assertEquals(expected.rmse(), found.rmse(), 1e-5 * expected.rmse());
  }

  private static LassoResult fit(BackendProvider provider, SyntheticProblem p) {
    try (Backend backend = provider.open(Resources.DEFAULT)) {
      return new LatentFeatureLasso(backend, LassoOptions.of(4, Method.LASSO))
          .fit(p.x(), FitListener.SILENT);
    }
  }
}
