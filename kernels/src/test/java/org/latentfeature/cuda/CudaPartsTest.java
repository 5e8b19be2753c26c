package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.DeviceGroup;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.contract.PartsContract;
import org.latentfeature.cuda.probe.CudaProbe;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.cuda.software.SoftwareOnly;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.fit.FitListener;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.LassoResult;
import org.latentfeature.lasso.LatentFeatureLasso;
import org.latentfeature.lasso.Method;

@Tag("whole")
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
  @ParameterizedTest
  @EnumSource(names = {"SINGLE", "BF16"})
  @ExtendWith(SoftwareOnly.class)
  void twoDevicesShareTheRows(Precision precision) {
    SyntheticProblem p = SyntheticProblem.dense(120, 30, 4, .1, 1);
    SoftwareDevice.devices(2);
    SoftwareDevice.resetCounters();
    try {
      CudaProbe probe = CudaProbe.ofThisMachine();
      LassoResult expected = fit(device(probe, 0, Precision.SINGLE), p);
      LassoResult found =
          fit(
              new DeviceGroup(List.of(device(probe, 0, precision), device(probe, 1, precision))),
              p);
      assertEquals(Set.copyOf(expected.z().columns()), Set.copyOf(found.z().columns()));
      assertEquals(expected.rmse(), found.rmse(), 1e-5 * expected.rmse());
      boolean rounded =
          SoftwareDevice.counters().kernels().keySet().stream().anyMatch(k -> k.endsWith("_bf16"));
      boolean possible = TestedDevice.gpu().tensorFlopsPerSecond() > 0;
      assertEquals(precision == Precision.BF16 && possible, rounded, "rounded tiles were read");
    } finally {
      SoftwareDevice.devices(1);
    }
  }

  private static Backend device(CudaProbe probe, int number, Precision precision) {
    return new CudaBackend(
        probe.usable(number),
        new Resources(1, number, precision),
        precision == Precision.BF16 ? TestedDevice::planRounded : SweepPlan::choose,
        true);
  }

  private static LassoResult fit(Backend backend, SyntheticProblem p) {
    try (backend) {
      return new LatentFeatureLasso(backend, LassoOptions.of(4, Method.LASSO))
          .fit(p.x(), FitListener.SILENT);
    }
  }
}
