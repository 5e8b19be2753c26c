package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.PathExpectationContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedPathExpectationTest extends PathExpectationContract {
  BlockedPathExpectationTest() {
    super(new InParts(new ReferenceProvider(), 3, false));
  }
}
