package org.latentfeature.cuda;

import org.latentfeature.lasso.MissingEntriesFitContract;

@OnDevice
final class CudaMissingFitTest extends MissingEntriesFitContract {
  CudaMissingFitTest() {
    super(TestedDevice.byProducts());
  }
}
