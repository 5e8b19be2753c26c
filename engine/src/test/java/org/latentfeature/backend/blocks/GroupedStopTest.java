package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.StopContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class GroupedStopTest extends StopContract {
  GroupedStopTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
