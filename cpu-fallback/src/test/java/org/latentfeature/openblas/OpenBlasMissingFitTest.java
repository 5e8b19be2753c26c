package org.latentfeature.openblas;

import org.latentfeature.lasso.MissingEntriesFitContract;

final class OpenBlasMissingFitTest extends MissingEntriesFitContract {
  OpenBlasMissingFitTest() {
    super(new OpenBlasProvider());
  }
}
