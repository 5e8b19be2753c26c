package org.latentfeature.lasso;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

@Tag("whole")
final class StreamedConvexFitTest extends ConvexFitContract {
  StreamedConvexFitTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
