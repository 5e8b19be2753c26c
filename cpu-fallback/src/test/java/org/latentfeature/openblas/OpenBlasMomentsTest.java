package org.latentfeature.openblas;

import org.latentfeature.backend.contract.MomentsContract;

final class OpenBlasMomentsTest extends MomentsContract {
  OpenBlasMomentsTest() {
    super(new OpenBlasProvider());
  }
}
