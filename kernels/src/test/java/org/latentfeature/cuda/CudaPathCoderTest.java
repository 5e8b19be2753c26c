package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.PathCoderContract;

@Tag("whole")
@OnDevice
final class CudaPathCoderTest extends PathCoderContract {
  CudaPathCoderTest() {
    super(TestedDevice.provider());
  }
}
