package org.latentfeature.backend.blocks;

import org.junit.jupiter.api.Tag;
import org.latentfeature.backend.contract.MissingRowsContract;
import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

@Tag("whole")
final class StreamedMissingRowsTest extends MissingRowsContract {
  StreamedMissingRowsTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
