package org.latentfeature.openblas;

import org.latentfeature.spectral.SpectralContract;

final class OpenBlasSpectralTest extends SpectralContract {
  OpenBlasSpectralTest() {
    super(new OpenBlasProvider());
  }
}
