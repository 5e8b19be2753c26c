package org.latentfeature.spectral;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceSpectralTest extends SpectralContract {
  ReferenceSpectralTest() {
    super(new ReferenceProvider());
  }
}
