package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.ProjectionsContract;
import org.latentfeature.backend.contract.StreamedSparse;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedSparseProjectionsTest extends ProjectionsContract {
  StreamedSparseProjectionsTest() {
    super(new StreamedSparse(new ReferenceProvider()));
  }
}
