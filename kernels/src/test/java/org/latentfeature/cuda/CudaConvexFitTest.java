package org.latentfeature.cuda;

import org.latentfeature.lasso.ConvexFitContract;

@OnDevice
final class CudaConvexFitTest extends ConvexFitContract {
  CudaConvexFitTest() {
    super(TestedDevice.provider());
  }
}
