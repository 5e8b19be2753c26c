package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.MomentsContract;

@Tag(TestedDevice.TAG)
final class CudaMomentsTest extends MomentsContract {
  CudaMomentsTest() {
    super(TestedDevice.provider());
  }
}
