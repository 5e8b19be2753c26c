package org.latentfeature.cuda;

import org.latentfeature.factor.FactorCoderContract;

@OnDevice
final class CudaEncoderTest extends FactorCoderContract {
  CudaEncoderTest() {
    super(TestedDevice.provider());
  }
}
