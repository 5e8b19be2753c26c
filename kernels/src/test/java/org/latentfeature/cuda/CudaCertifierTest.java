package org.latentfeature.cuda;

import org.latentfeature.lasso.CertifierContract;

@OnDevice
final class CudaCertifierTest extends CertifierContract {
  CudaCertifierTest() {
    super(TestedDevice.provider());
  }
}
