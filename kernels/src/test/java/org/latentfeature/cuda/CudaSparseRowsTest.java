package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.SparseRowsContract;

@Tag("whole")
@OnDevice
final class CudaSparseRowsTest extends SparseRowsContract {
  CudaSparseRowsTest() {
    super(TestedDevice.provider());
  }
}
