package org.latentfeature.lasso;

import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedCertifierTest extends CertifierContract {
  StreamedCertifierTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
