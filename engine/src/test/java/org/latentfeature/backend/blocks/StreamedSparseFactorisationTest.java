package org.latentfeature.backend.blocks;

import org.latentfeature.backend.contract.FactorisationContract;
import org.latentfeature.backend.contract.StreamedSparse;
import org.latentfeature.backend.reference.ReferenceProvider;

final class StreamedSparseFactorisationTest extends FactorisationContract {
  StreamedSparseFactorisationTest() {
    super(new StreamedSparse(new ReferenceProvider()));
  }
}
