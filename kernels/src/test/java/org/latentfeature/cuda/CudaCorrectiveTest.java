package org.latentfeature.cuda;

import org.latentfeature.lasso.CorrectiveContract;

@OnDevice
final class CudaCorrectiveTest extends CorrectiveContract {
  CudaCorrectiveTest() {
    super(TestedDevice.provider());
  }
}
