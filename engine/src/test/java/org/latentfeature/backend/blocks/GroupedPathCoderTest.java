package org.latentfeature.backend.blocks;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.PathCoderContract;
import org.latentfeature.backend.reference.ReferenceProvider;

@Tag("whole")
final class GroupedPathCoderTest extends PathCoderContract {
  GroupedPathCoderTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
