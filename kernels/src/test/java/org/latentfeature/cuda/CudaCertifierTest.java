package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.CertifierContract;

@Tag("whole")
@OnDevice
final class CudaCertifierTest extends CertifierContract {
  CudaCertifierTest() {
    super(TestedDevice.provider());
  }
}
