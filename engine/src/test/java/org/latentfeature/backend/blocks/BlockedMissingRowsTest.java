package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.MissingRowsContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class BlockedMissingRowsTest extends MissingRowsContract {
  BlockedMissingRowsTest() {
    super(new InParts(new ReferenceProvider(), 3, false));
  }
}
