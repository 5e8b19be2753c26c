package org.latentfeature.openblas;

import org.latentfeature.lasso.SparseCertifierContract;

final class OpenBlasSparseCertifierTest extends SparseCertifierContract {
  OpenBlasSparseCertifierTest() {
    super(new OpenBlasProvider());
  }
}
