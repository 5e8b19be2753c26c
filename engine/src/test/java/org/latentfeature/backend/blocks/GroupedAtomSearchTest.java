package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.AtomSearchContract;
import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.reference.ReferenceProvider;

final class GroupedAtomSearchTest extends AtomSearchContract {
  GroupedAtomSearchTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
