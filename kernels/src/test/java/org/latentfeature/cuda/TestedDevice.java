package org.latentfeature.cuda;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.cuda.software.SoftwareDevice;

/** The device that tests tagged {@link #TAG} run on. */
final class TestedDevice {

  static final String TAG = "device";

  private TestedDevice() {}

  /** The backend as users get it. */
  static BackendProvider provider() {
    // Here and not in a static initialiser, from which a test cannot be skipped.
    SoftwareDevice.standIn();
    return new CudaProvider();
  }

  /** The backend with sweeps in blocks of {@code size} rows, whatever the card. */
  static BackendProvider inBlocks(int size, boolean sequential) {
    return provider((shape, rank, card) -> new RowBlocks(shape.rows(), size, sequential));
  }

  private static BackendProvider provider(RowBlocks.Choice choice) {
    BackendProvider usual = provider();
    return new BackendProvider() {
      @Override
      public String name() {
        return usual.name();
      }

      @Override
      public int preference() {
        return usual.preference();
      }

      @Override
      public Probe probe() {
        return usual.probe();
      }

      @Override
      public Backend open(Resources resources) {
        return CudaProvider.open(resources, choice);
      }
    };
  }
}
