package org.latentfeature.cuda;

import org.latentfeature.method.BpMeansEstimatorContract;

@OnDevice
final class CudaBpMeansEstimatorTest extends BpMeansEstimatorContract {
  CudaBpMeansEstimatorTest() {
    super(TestedDevice.provider());
  }
}
