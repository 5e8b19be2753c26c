package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.AtomSearchContract;
import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedAtomSearchTest extends AtomSearchContract {
  BlockedAtomSearchTest() {
    super(new InParts(new ReferenceProvider(), 3, false));
  }
}
