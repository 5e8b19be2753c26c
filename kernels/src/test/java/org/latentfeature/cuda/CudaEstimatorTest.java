package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.EstimatorContract;

@Tag("whole")
@OnDevice
final class CudaEstimatorTest extends EstimatorContract {
  CudaEstimatorTest() {
    super(TestedDevice.byProducts());
  }
}
