package org.latentfeature.lasso;

import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedConvexFitTest extends ConvexFitContract {
  StreamedConvexFitTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
