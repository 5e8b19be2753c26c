package org.latentfeature.openblas;

import org.latentfeature.lasso.LassoCoderContract;

final class OpenBlasEncoderTest extends LassoCoderContract {
  OpenBlasEncoderTest() {
    super(new OpenBlasProvider());
  }
}
