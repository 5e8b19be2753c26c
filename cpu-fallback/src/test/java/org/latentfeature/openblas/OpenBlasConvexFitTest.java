package org.latentfeature.openblas;

import org.latentfeature.lasso.ConvexFitContract;

final class OpenBlasConvexFitTest extends ConvexFitContract {
  OpenBlasConvexFitTest() {
    super(new OpenBlasProvider());
  }
}
