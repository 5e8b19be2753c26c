package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.SoftFactorisationContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class GroupedSoftFactorisationTest extends SoftFactorisationContract {
  GroupedSoftFactorisationTest() {
    super(new InParts(new ReferenceProvider(), 3, true), 1e-9);
  }
}
