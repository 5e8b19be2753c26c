package org.latentfeature.cuda;

import org.junit.jupiter.api.Tag;
import org.latentfeature.lasso.MissingEntriesFitContract;

@Tag("whole")
@OnDevice
final class CudaMissingFitTest extends MissingEntriesFitContract {
  CudaMissingFitTest() {
    super(TestedDevice.byProducts());
  }
}
