package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.PartsContract;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.cuda.software.SoftwareOnly;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;

@OnDevice
final class CudaPartsTest extends PartsContract {

  CudaPartsTest() {
    super(TestedDevice.provider());
  }

  /** Within a chunk of rows sums are in single precision. */
  @Override
  protected double rounding() {
    return 1e-6;
  }

  /** As {@code --device 0,1} opens them. */
  @Test
  @ExtendWith(SoftwareOnly.class)
  void twoDevicesShareTheRows() {
    SyntheticProblem p = SyntheticProblem.dense(120, 30, 4, .1, 1);
    SoftwareDevice.devices(2);
    try {
      Backends.Choice one = Backends.open("cuda", new Resources(1, 0, false));
      LassoResult expected;
      try (var backend = one.backend()) {
        expected =
            new LatentFeatureLasso(backend, LassoOptions.of(4)).fit(p.x(), FitListener.SILENT);
      }
      Backends.Choice two = Backends.open("cuda", new Resources(1, List.of(0, 1), false));
      assertTrue(two.explanation().contains("device 1"), two.explanation());
      try (var backend = two.backend()) {
        assertTrue(backend.info().device().contains(" + "), backend.info().device());
        LassoResult found =
            new LatentFeatureLasso(backend, LassoOptions.of(4)).fit(p.x(), FitListener.SILENT);
        assertEquals(Set.copyOf(expected.z().columns()), Set.copyOf(found.z().columns()));
        assertEquals(expected.rmse(), found.rmse(), 1e-5 * expected.rmse());
      }
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> Backends.open("cuda", new Resources(1, List.of(0, 2), false)));
      assertTrue(String.valueOf(refused.getMessage()).contains("no device 2"), refused::toString);
    } finally {
      SoftwareDevice.devices(1);
    }
  }
}
