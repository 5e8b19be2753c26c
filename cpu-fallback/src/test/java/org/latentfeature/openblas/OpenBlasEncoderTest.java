package org.latentfeature.openblas;

import org.latentfeature.fit.factor.FactorCoderContract;

final class OpenBlasEncoderTest extends FactorCoderContract {
  OpenBlasEncoderTest() {
    super(new OpenBlasProvider());
  }
}
