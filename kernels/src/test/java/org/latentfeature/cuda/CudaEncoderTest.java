package org.latentfeature.cuda;

import org.latentfeature.fit.factor.FactorCoderContract;

@OnDevice
final class CudaEncoderTest extends FactorCoderContract {
  CudaEncoderTest() {
    super(TestedDevice.provider());
  }
}
