package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.PartsContract;
import org.latentfeature.backend.reference.ReferenceProvider;

final class PartsTest extends PartsContract {
  PartsTest() {
    super(new ReferenceProvider());
  }
}
