package org.latentfeature.openblas;

import org.latentfeature.backend.contract.PathCoderContract;

final class OpenBlasPathCoderTest extends PathCoderContract {
  OpenBlasPathCoderTest() {
    super(new OpenBlasProvider());
  }
}
