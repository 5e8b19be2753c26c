package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.ProjectionsContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class GroupedProjectionsTest extends ProjectionsContract {
  GroupedProjectionsTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
