package org.latentfeature.cuda;

import org.latentfeature.spectral.SpectralContract;

@OnDevice
final class CudaSpectralTest extends SpectralContract {
  CudaSpectralTest() {
    super(TestedDevice.provider());
  }
}
