package org.latentfeature.cuda;

import org.latentfeature.variational.VariationalBoundContract;

@OnDevice
final class CudaVariationalBoundTest extends VariationalBoundContract {
  CudaVariationalBoundTest() {
    super(TestedDevice.provider(), 1e-6);
  }
}
