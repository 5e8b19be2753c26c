package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.FactorisationContract;
import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedFactorisationTest extends FactorisationContract {
  BlockedFactorisationTest() {
    super(new InParts(new ReferenceProvider(), 3, false));
  }
}
