package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.PathExpectationContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class GroupedPathExpectationTest extends PathExpectationContract {
  GroupedPathExpectationTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
