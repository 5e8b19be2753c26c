package org.latentfeature.backend.blocks;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.InParts;
import org.latentfeature.backend.contract.MissingRowsContract;
import org.latentfeature.backend.reference.ReferenceProvider;

@Tag("whole")
final class GroupedMissingRowsTest extends MissingRowsContract {
  GroupedMissingRowsTest() {
    super(new InParts(new ReferenceProvider(), 7, true));
  }
}
