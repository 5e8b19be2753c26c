package org.latentfeature.cuda;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;

/** Stands here until the kernels do. */
final class CudaBackend {

  private CudaBackend() {}

  @SuppressWarnings("DoNotCallSuggester")
  static Backend open(CudaDevice device, Resources resources) {
    throw new UnsupportedOperationException(device + ", " + resources);
  }
}
