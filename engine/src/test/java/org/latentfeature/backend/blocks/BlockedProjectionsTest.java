package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.ProjectionsContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedProjectionsTest extends ProjectionsContract {
  BlockedProjectionsTest() {
    super(new InParts(new ReferenceProvider(), 3, false));
  }
}
