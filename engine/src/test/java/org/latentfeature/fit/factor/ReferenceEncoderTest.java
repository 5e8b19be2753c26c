package org.latentfeature.fit.factor;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceEncoderTest extends FactorCoderContract {
  ReferenceEncoderTest() {
    super(new ReferenceProvider());
  }
}
