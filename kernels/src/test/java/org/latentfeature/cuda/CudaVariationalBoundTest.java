package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.ibp.variational.VariationalBoundContract;

@Tag("whole")
@OnDevice
final class CudaVariationalBoundTest extends VariationalBoundContract {
  CudaVariationalBoundTest() {
    super(TestedDevice.provider(), 1e-6);
  }
}
