package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceEncoderTest extends EncoderContract {
  ReferenceEncoderTest() {
    super(new ReferenceProvider());
  }
}
