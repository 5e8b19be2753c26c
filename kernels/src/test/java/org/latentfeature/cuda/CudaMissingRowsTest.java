package org.latentfeature.cuda;

import org.latentfeature.backend.contract.MissingRowsContract;

@OnDevice
final class CudaMissingRowsTest extends MissingRowsContract {
  CudaMissingRowsTest() {
    super(TestedDevice.provider());
  }
}
