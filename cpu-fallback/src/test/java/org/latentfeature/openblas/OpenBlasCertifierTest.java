package org.latentfeature.openblas;

import org.latentfeature.lasso.CertifierContract;

final class OpenBlasCertifierTest extends CertifierContract {
  OpenBlasCertifierTest() {
    super(new OpenBlasProvider());
  }
}
