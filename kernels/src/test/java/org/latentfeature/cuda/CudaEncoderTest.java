package org.latentfeature.cuda;

import org.latentfeature.lasso.EncoderContract;

@OnDevice
final class CudaEncoderTest extends EncoderContract {
  CudaEncoderTest() {
    super(TestedDevice.provider());
  }
}
