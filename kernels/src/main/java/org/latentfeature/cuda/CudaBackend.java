package org.latentfeature.cuda;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.OneThread;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.SparseBackend;
import org.latentfeature.backend.sparse.SparseSteps;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.probe.CudaDevice;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Capabilities;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Moments;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.SoftFactorisation;

/** One GPU, opened: a context of the driver, with all kernels found. */
final class CudaBackend implements Backend {

  private final OneThread users = new OneThread("cuda");
  private final CudaDevice device;
  private final int threads;
  private final Algebra algebra;
  private final Context context;
  private final OpenDevice opened;
  private final DeviceMemory memory;
  private final Capabilities<CudaRows> capabilities;
  private final Capabilities<CudaRows> capabilitiesOfBlocks;
  private final String cublasVersion;

  /** Opens {@code device}, with cuBLAS or without. */
  CudaBackend(CudaDevice device, Resources resources, SweepPlan.Choice choice, boolean withCublas) {
    this.device = device;
    threads =
        resources.threads() > 0 ? resources.threads() : Runtime.getRuntime().availableProcessors();
    algebra = Backends.algebra(resources.threads());
    context =
        new Context(
            device.ordinal(),
            DeviceMemory.workspace(device),
            resources.precision() == Precision.TF32,
            withCublas);
    try {
      opened =
          new OpenDevice(
              context,
              new Kernels(context, resources.precision() == Precision.BF16),
              Gpu.of(device));
      memory = new DeviceMemory(device, context);
      capabilities = capabilities(opened.gpu(), possible(choice), threads);
      // What blocks sum goes from one to the next, and is handed out: rounded, it would be wrong.
      capabilitiesOfBlocks = capabilities(opened.gpu(), possible(choice.unrounded()), threads);
      cublasVersion = context.cublasVersion();
    } catch (RuntimeException | Error e) {
      context.closeAfter(e);
      throw e;
    }
  }

  private SweepPlan.Choice possible(SweepPlan.Choice choice) {
    return context.cooperates() ? choice : choice.launched();
  }

  private static Capabilities<CudaRows> capabilities(
      Gpu gpu, SweepPlan.Choice choice, int threads) {
    return new Capabilities<CudaRows>()
        .with(
            Incidence.Limits.class,
            CudaIncidence::bytesNeeded,
            (rows, limits, stop) -> new CudaIncidence(rows, limits))
        .with(
            Factorisation.Limits.class,
            CudaFactorisation::bytesNeeded,
            (rows, limits, stop) -> new CudaFactorisation(rows, limits, threads, stop))
        .with(
            AtomSearch.Limits.class,
            (rows, cols, limits) ->
                CudaSearch.bytesNeeded(new Shape(rows, cols), limits, gpu, choice),
            (rows, limits, stop) -> new CudaSearch(rows, choice, limits, stop))
        .with(
            Moments.Limits.class,
            (rows, cols, limits) -> SecondMoments.bytes(new Shape(rows, cols)),
            (rows, limits, stop) -> new CudaMoments(rows, stop))
        .with(
            Projections.Limits.class,
            (rows, cols, limits) -> CudaProjections.bytesNeeded(new Shape(rows, cols), limits),
            CudaProjections::new)
        .with(
            SoftFactorisation.Limits.class,
            (rows, cols, limits) ->
                CudaSoftFactorisation.bytesNeeded(new Shape(rows, cols), limits, gpu),
            CudaSoftFactorisation::new)
        .with(
            PathCoder.Limits.class,
            (rows, cols, limits) -> CudaPathCoder.bytesNeeded(new Shape(rows, cols), limits, gpu),
            CudaPathCoder::new);
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
  public boolean offers(Limits<?> limits) {
    return capabilities.offers(limits);
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> limits) {
    return CudaRows.bytesNeeded(new Shape(rows, cols), opened.gpu())
        + capabilities.bytesNeeded(rows, cols, limits);
  }

  @Override
  public long bytesAvailable() {
    context.enter();
    return memory.available();
  }

  /** Steps over sparse rows are the processors'; what the searches make of these is dense. */
  @Override
  public Backend sparse() {
    return new SparseBackend(this, new SparseSteps(threads));
  }

  @Override
  public boolean isShared() {
    return false;
  }

  @Override
  public Runnable claim() {
    return users.claim();
  }

  @Override
  public Algebra algebra() {
    return algebra;
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    context.enter();
    return new CudaRows(opened, x, first, capabilities, stop);
  }

  @Override
  public ResidentRows loadBlock(Matrix x, long first, StopSignal stop) {
    context.enter();
    return new CudaRows(opened, x, first, capabilitiesOfBlocks, stop);
  }

  @Override
  public void close() {
    context.close();
  }

  @Override
  public String toString() {
    return info().toString();
  }
}
