package org.latentfeature.method;

import org.latentfeature.backend.reference.ReferenceProvider;

final class ReferenceSpectralTest extends SpectralContract {
  ReferenceSpectralTest() {
    super(new ReferenceProvider());
  }
}
