package org.latentfeature.backend.blocks;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.PathCoderContract;
import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

@Tag("whole")
final class StreamedPathCoderTest extends PathCoderContract {
  StreamedPathCoderTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
