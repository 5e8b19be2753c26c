package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.PathExpectationContract;

@Tag("whole")
@OnDevice
final class CudaPathExpectationTest extends PathExpectationContract {
  CudaPathExpectationTest() {
    super(TestedDevice.provider());
  }
}
