package org.latentfeature.cuda;

import org.latentfeature.lasso.EstimatorContract;

@OnDevice
final class CudaEstimatorTest extends EstimatorContract {
  CudaEstimatorTest() {
    super(TestedDevice.byProducts());
  }
}
