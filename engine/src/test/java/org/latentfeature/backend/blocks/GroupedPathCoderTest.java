package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.PathCoderContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class GroupedPathCoderTest extends PathCoderContract {
  GroupedPathCoderTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
