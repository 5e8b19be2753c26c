package org.latentfeature.cuda;

import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.probe.CudaDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.Session;
import org.latentfeature.step.SessionLimits;

/** One card, opened: a context of the driver, with all kernels loaded. */
final class CudaBackend implements Backend {

  private final CudaDevice device;
  private final SweepBlocks.Choice choice;
  private final int threads;
  private final Algebra algebra;
  private final Context context;
  private final OpenDevice opened;
  private final DeviceMemory memory;
  private final String cublasVersion;

  /** Opens {@code device}. */
  CudaBackend(CudaDevice device, Resources resources, SweepBlocks.Choice choice) {
    this.device = device;
    this.choice = choice;
    threads =
        resources.threads() > 0 ? resources.threads() : Runtime.getRuntime().availableProcessors();
    algebra = Backends.algebra(resources.threads());
    context =
        new Context(device.ordinal(), DeviceMemory.workspace(device), resources.tensorFloat32());
    try {
      opened = new OpenDevice(context, new Kernels(context), Card.of(device));
      memory = new DeviceMemory(device, context);
      cublasVersion = context.cublasVersion();
    } catch (RuntimeException | Error e) {
      context.closeAfter(e);
      throw e;
    }
  }

  @Override
  public BackendInfo info() {
    return new BackendInfo(
        "cuda",
        device.name(),
        threads,
        Map.of(
            "CUDA of the driver", device.cudaVersion(),
            "cuBLAS", cublasVersion,
            "java", System.getProperty("java.version")));
  }

  @Override
  public long bytesNeeded(int rows, int cols, SessionLimits limits) {
    Shape shape = new Shape(rows, cols);
    return limits.coding()
        ? CudaPathCoder.bytesNeeded(shape, limits, opened.card())
        : CudaSession.bytesNeeded(shape, limits, opened.card(), choice);
  }

  @Override
  public long bytesAvailable() {
    context.enter();
    return memory.available();
  }

  @Override
  public Algebra algebra() {
    return algebra;
  }

  @Override
  public Session open(Matrix x, SessionLimits limits, StopSignal stop) {
    context.enter();
    return limits.coding()
        ? new CudaPathCoder(opened, x, limits, stop)
        : new CudaSession(opened, choice, algebra, x, limits, stop);
  }

  @Override
  public void close() {
    context.close();
  }
}
