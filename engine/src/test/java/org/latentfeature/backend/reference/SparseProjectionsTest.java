package org.latentfeature.backend.reference;

import org.latentfeature.backend.contract.ProjectionsContract;
import org.latentfeature.backend.contract.SparseSource;

class SparseProjectionsTest extends ProjectionsContract {

  SparseProjectionsTest() {
    super(new SparseSource(new ReferenceProvider()));
  }
}
