package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.SparseFitContract;

@Tag("whole")
@OnDevice
final class CudaSparseFitTest extends SparseFitContract {
  CudaSparseFitTest() {
    super(TestedDevice.byProducts());
  }
}
