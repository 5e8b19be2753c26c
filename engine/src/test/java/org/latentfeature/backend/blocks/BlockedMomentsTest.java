package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.MomentsContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedMomentsTest extends MomentsContract {
  BlockedMomentsTest() {
    super(new InParts(new ReferenceProvider(), 3, false));
  }
}
