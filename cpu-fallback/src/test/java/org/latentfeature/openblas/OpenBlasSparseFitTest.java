package org.latentfeature.openblas;

import org.latentfeature.lasso.SparseFitContract;

final class OpenBlasSparseFitTest extends SparseFitContract {
  OpenBlasSparseFitTest() {
    super(new OpenBlasProvider());
  }
}
