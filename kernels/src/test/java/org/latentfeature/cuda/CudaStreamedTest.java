package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.StreamedBackend;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;

/** Data that do not fit the device go there block by block. */
@Tag("whole")
@OnDevice
final class CudaStreamedTest {

  static Stream<BackendProvider> backends() {
    return Stream.of(
        TestedDevice.byProducts(), TestedDevice.inPhases(64, true), TestedDevice.rounded());
  }

  @ParameterizedTest
  @MethodSource("backends")
  void theFeaturesAreThoseOfRowsThatStay(BackendProvider provider) {
    SyntheticProblem p = SyntheticProblem.dense(300, 30, 3, .05, 2);
    int block = 128 * 30 * Float.BYTES;
    LassoResult expected = fit(provider.open(Resources.DEFAULT), p.x());
    if (SoftwareDevice.isLoaded()) {
      SoftwareDevice.resetCounters();
    }
    LassoResult found = fit(new StreamedBackend(provider.open(Resources.DEFAULT), block), p.x());
    assertEquals(Set.copyOf(expected.z().columns()), Set.copyOf(found.z().columns()));
    assertEquals(expected.rmse(), found.rmse(), 1e-5 * expected.rmse());
    if (SoftwareDevice.isLoaded()) {
      long sent = SoftwareDevice.counters().toDevice().bytes();
      assertTrue(sent > 3 * p.x().bytes(), sent + " bytes were sent to the device");
      assertEquals(0, SoftwareDevice.counters().pageableCopies(), "copies from pageable memory");
    }
  }

  private static LassoResult fit(Backend backend, Matrix x) {
    try (backend) {
      return new LatentFeatureLasso(backend, LassoOptions.of(3, Method.LASSO))
          .fit(x, FitListener.SILENT);
    }
  }
}
