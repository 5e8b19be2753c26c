package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.ibp.bpmeans.BpMeansEstimatorContract;

@Tag("whole")
@OnDevice
final class CudaBpMeansEstimatorTest extends BpMeansEstimatorContract {
  CudaBpMeansEstimatorTest() {
    super(TestedDevice.provider());
  }
}
