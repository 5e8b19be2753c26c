package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.MissingRowsContract;

final class ReferenceMissingRowsTest extends MissingRowsContract {
  ReferenceMissingRowsTest() {
    super(new ReferenceProvider());
  }
}
