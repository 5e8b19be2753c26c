package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceConvexFitTest extends ConvexFitContract {
  ReferenceConvexFitTest() {
    super(new ReferenceProvider());
  }
}
