package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.PathCoderContract;
import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedPathCoderTest extends PathCoderContract {
  StreamedPathCoderTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
