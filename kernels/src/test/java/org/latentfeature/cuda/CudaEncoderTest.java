package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.EncoderContract;

@Tag(TestedDevice.TAG)
final class CudaEncoderTest extends EncoderContract {
  CudaEncoderTest() {
    super(TestedDevice.provider());
  }
}
