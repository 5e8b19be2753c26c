package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.MomentsContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class GroupedMomentsTest extends MomentsContract {
  GroupedMomentsTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
