package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.FactorisationContract;
import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedFactorisationTest extends FactorisationContract {
  StreamedFactorisationTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
