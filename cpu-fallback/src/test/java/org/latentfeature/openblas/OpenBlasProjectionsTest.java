package org.latentfeature.openblas;

import org.latentfeature.backend.contract.ProjectionsContract;

final class OpenBlasProjectionsTest extends ProjectionsContract {
  OpenBlasProjectionsTest() {
    super(new OpenBlasProvider());
  }
}
