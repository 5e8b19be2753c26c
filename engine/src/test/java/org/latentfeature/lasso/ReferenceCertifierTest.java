package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceCertifierTest extends CertifierContract {
  ReferenceCertifierTest() {
    super(new ReferenceProvider());
  }
}
