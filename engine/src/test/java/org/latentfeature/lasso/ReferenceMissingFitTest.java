package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceMissingFitTest extends MissingEntriesFitContract {
  ReferenceMissingFitTest() {
    super(new ReferenceProvider());
  }
}
