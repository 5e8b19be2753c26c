package org.latentfeature.lasso;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceEncoderTest extends LassoCoderContract {
  ReferenceEncoderTest() {
    super(new ReferenceProvider());
  }
}
