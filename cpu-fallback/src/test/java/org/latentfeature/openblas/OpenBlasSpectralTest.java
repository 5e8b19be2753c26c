package org.latentfeature.openblas;

import org.latentfeature.method.SpectralContract;

final class OpenBlasSpectralTest extends SpectralContract {
  OpenBlasSpectralTest() {
    super(new OpenBlasProvider());
  }
}
