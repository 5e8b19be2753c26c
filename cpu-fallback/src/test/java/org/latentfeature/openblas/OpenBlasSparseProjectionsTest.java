package org.latentfeature.openblas;

import org.latentfeature.backend.contract.ProjectionsContract;
import org.latentfeature.backend.contract.SparseSource;

class OpenBlasSparseProjectionsTest extends ProjectionsContract {

  OpenBlasSparseProjectionsTest() {
    super(new SparseSource(new OpenBlasProvider()));
  }
}
