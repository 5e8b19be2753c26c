package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.MomentsContract;
import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedMomentsTest extends MomentsContract {
  StreamedMomentsTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
