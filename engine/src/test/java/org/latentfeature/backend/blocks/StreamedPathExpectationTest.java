package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.PathExpectationContract;
import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedPathExpectationTest extends PathExpectationContract {
  StreamedPathExpectationTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
