package org.latentfeature.openblas;

import org.latentfeature.backend.contract.PathExpectationContract;

final class OpenBlasPathExpectationTest extends PathExpectationContract {
  OpenBlasPathExpectationTest() {
    super(new OpenBlasProvider());
  }
}
