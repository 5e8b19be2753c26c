package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.PathCoderContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedPathCoderTest extends PathCoderContract {
  BlockedPathCoderTest() {
    super(new InParts(new ReferenceProvider(), 3, false));
  }
}
