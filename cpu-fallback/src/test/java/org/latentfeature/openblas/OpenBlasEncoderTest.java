package org.latentfeature.openblas;

import org.latentfeature.factor.FactorCoderContract;

final class OpenBlasEncoderTest extends FactorCoderContract {
  OpenBlasEncoderTest() {
    super(new OpenBlasProvider());
  }
}
