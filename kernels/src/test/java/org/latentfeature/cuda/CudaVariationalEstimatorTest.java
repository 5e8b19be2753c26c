package org.latentfeature.cuda;

import org.latentfeature.method.VariationalEstimatorContract;

@OnDevice
final class CudaVariationalEstimatorTest extends VariationalEstimatorContract {
  CudaVariationalEstimatorTest() {
    super(TestedDevice.provider());
  }
}
