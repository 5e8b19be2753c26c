package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.EstimatorContract;

@Tag(TestedDevice.TAG)
final class CudaEstimatorTest extends EstimatorContract {
  CudaEstimatorTest() {
    super(TestedDevice.provider());
  }
}
