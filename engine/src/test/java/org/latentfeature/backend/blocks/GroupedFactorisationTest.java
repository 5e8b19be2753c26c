package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.FactorisationContract;
import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.reference.ReferenceProvider;

final class GroupedFactorisationTest extends FactorisationContract {
  GroupedFactorisationTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
