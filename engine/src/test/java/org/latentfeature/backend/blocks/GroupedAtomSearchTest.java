package org.latentfeature.backend.blocks;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.AtomSearchContract;
import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.reference.ReferenceProvider;

@Tag("whole")
final class GroupedAtomSearchTest extends AtomSearchContract {
  GroupedAtomSearchTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
