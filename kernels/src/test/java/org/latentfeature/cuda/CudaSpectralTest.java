package org.latentfeature.cuda;

import org.latentfeature.method.SpectralContract;

@OnDevice
final class CudaSpectralTest extends SpectralContract {
  CudaSpectralTest() {
    super(TestedDevice.provider());
  }
}
