package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.ProjectionsContract;
import org.latentfeature.backend.contract.Streamed;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedProjectionsTest extends ProjectionsContract {
  StreamedProjectionsTest() {
    super(new Streamed(new ReferenceProvider()));
  }
}
