package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.SoftFactorisationContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedSoftFactorisationTest extends SoftFactorisationContract {
  BlockedSoftFactorisationTest() {
    super(new InParts(new ReferenceProvider(), 3, false), 1e-9);
  }
}
