package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.CorrectiveContract;

@Tag(TestedDevice.TAG)
final class CudaCorrectiveTest extends CorrectiveContract {
  CudaCorrectiveTest() {
    super(TestedDevice.provider());
  }
}
