package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.StopContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedStopTest extends StopContract {
  BlockedStopTest() {
    super(new InParts(new ReferenceProvider(), 3, false));
  }
}
