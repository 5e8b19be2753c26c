package org.latentfeature.cuda;

import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.Workload;
import org.latentfeature.cuda.probe.CudaDevice;
import org.latentfeature.cuda.probe.CudaProbe;

/** Provides the CUDA backend where there are a driver and a GPU. */
public final class CudaProvider implements BackendProvider {

  /** Bytes that a term of a fit is taken to move, by the model of the GPU. */
  private static final double BYTES = 100;

  private static @Nullable CudaProbe found;

  /** Asked once for the process: a class of JCuda that failed to load cannot be tried again. */
  private static synchronized CudaProbe found() {
    if (found == null) {
      found = CudaProbe.ofThisMachine();
    }
    return found;
  }

  /** Returns whether this machine's cuBLAS multiplies on device {@code ordinal}. */
  static boolean hasCublas(int ordinal) {
    return found().servesBlas(found().usable(ordinal));
  }

  @Override
  public String name() {
    return "cuda";
  }

  @Override
  public int preference() {
    return 100;
  }

  @Override
  public Probe probe() {
    return found().probe();
  }

  /**
   * Predicted: a second until the driver has loaded its kernels; then the terms at the rate of the
   * GPU's memory, but a greedy step 400 µs, of which fits at once gain nothing: their launches wait
   * for one driver.
   */
  @Override
  public double seconds(Workload work, Resources resources) {
    if (!probe().isAvailable()) {
      return Double.NaN;
    }
    Gpu gpu = Gpu.of(found().usable(resources.device()));
    return 1 + work.terms() * BYTES / gpu.bytesPerSecond() + work.steps() * 4e-4;
  }

  @Override
  public boolean offers(Precision precision) {
    return true;
  }

  @Override
  public Backend open(Resources resources) {
    return open(
        resources,
        resources.precision() == Precision.BF16 ? SweepPlan::chooseRounded : SweepPlan::choose);
  }

  /** Opens it with another choice of row blocks. */
  static Backend open(Resources resources, SweepPlan.Choice choice) {
    return open(resources, choice, true);
  }

  /**
   * Opens the backend with another choice of row blocks, on request without cuBLAS even if the
   * machine has it.
   */
  static Backend open(Resources resources, SweepPlan.Choice choice, boolean withCublas) {
    Probe probe = found().probe();
    if (!probe.isAvailable()) {
      throw new BackendUnavailableException(String.join("; ", probe.reasons()));
    }
    CudaDevice device = found().usable(resources.device());
    return new CudaBackend(device, resources, choice, withCublas && hasCublas(resources.device()));
  }
}
