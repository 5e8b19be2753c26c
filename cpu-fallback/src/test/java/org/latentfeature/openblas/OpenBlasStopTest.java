package org.latentfeature.openblas;

import org.latentfeature.backend.contract.StopContract;

final class OpenBlasStopTest extends StopContract {
  OpenBlasStopTest() {
    super(new OpenBlasProvider());
  }
}
