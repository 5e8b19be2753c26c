package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.ConvexFitContract;

@Tag("whole")
@OnDevice
final class CudaConvexFitTest extends ConvexFitContract {
  CudaConvexFitTest() {
    super(TestedDevice.provider());
  }
}
