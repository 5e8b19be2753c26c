package org.latentfeature.cuda;

import org.latentfeature.lasso.LassoCoderContract;

@OnDevice
final class CudaEncoderTest extends LassoCoderContract {
  CudaEncoderTest() {
    super(TestedDevice.provider());
  }
}
