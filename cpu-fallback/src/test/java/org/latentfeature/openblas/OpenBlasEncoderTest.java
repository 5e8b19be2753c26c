package org.latentfeature.openblas;

import org.latentfeature.lasso.EncoderContract;

final class OpenBlasEncoderTest extends EncoderContract {
  OpenBlasEncoderTest() {
    super(new OpenBlasProvider());
  }
}
