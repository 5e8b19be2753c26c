package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.MomentsContract;

final class ReferenceMomentsTest extends MomentsContract {
  ReferenceMomentsTest() {
    super(new ReferenceProvider());
  }
}
