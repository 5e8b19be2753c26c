package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.ibp.variational.VariationalEstimatorContract;

@Tag("whole")
@OnDevice
final class CudaVariationalEstimatorTest extends VariationalEstimatorContract {
  CudaVariationalEstimatorTest() {
    super(TestedDevice.provider());
  }
}
