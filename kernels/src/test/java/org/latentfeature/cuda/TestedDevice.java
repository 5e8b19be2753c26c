package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Objects;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.contract.ProviderOver;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.probe.CudaProbe;
import org.latentfeature.cuda.software.SoftwareDevice;

/**
 * The device that tests marked {@link OnDevice} run on: the software one, or with {@code
 * -Drequire.backend=cuda} the machine's own.
 */
public final class TestedDevice {

  private TestedDevice() {}

  /** Whether it is a real one, which counts and checks nothing. */
  static boolean isReal() {
    return SoftwareDevice.isReplaced();
  }

  /** Waits for all that is queued in the calling thread's context. */
  static void synchronise() {
    assertEquals(CUresult.CUDA_SUCCESS, JCudaDriver.cuCtxSynchronize(), "cuCtxSynchronize");
  }

  /** The figures of the device itself. */
  static Gpu gpu() {
    provider().probe();
    return Gpu.of(CudaProbe.ofThisMachine().usable(0));
  }

  /** What a fused pass for {@code count} vectors is on it; skips the test where it has no room. */
  static FusedShape fused(TileLayout layout, Shape shape, int count) {
    return fused(layout, shape, count, gpu());
  }

  private static FusedShape fused(TileLayout layout, Shape shape, int count, Gpu gpu) {
    FusedShape fused = FusedShape.of(layout, shape, count, gpu);
    Skipped.unless(
        fused != null, "%s for %d vectors is not fused on this GPU".formatted(shape, count));
    return Objects.requireNonNull(fused);
  }

  /** A context of the device, with cuBLAS if there is one. */
  public static Context context() {
    provider().probe();
    return new Context(0, 4 << 20, false, CudaProvider.hasCublas(0));
  }

  /** The backend as users get it; skips the test where there is no device to test. */
  public static BackendProvider provider() {
    SoftwareDevice.standIn();
    return new CudaProvider();
  }

  /** The backend with sweeps in blocks of {@code size} rows, whatever the GPU. */
  static BackendProvider inBlocks(int size, boolean sequential) {
    return provider(
        (shape, rank, candidates, gpu) ->
            SweepPlan.of(new SweepBlocks(shape.rows(), size, sequential)));
  }

  /**
   * The backend with sweeps by products, whatever the GPU, for tests of whole fits: the software
   * device takes ten times as long over fused ones, which {@code CudaConvexFitTest} and {@code
   * CudaAtomSearchTest} have.
   */
  static BackendProvider byProducts() {
    return provider(
        (shape, rank, candidates, gpu) -> SweepPlan.of(SweepBlocks.choose(shape, rank, gpu)));
  }

  /** The backend where there is no cuBLAS, with sweeps by products. */
  static BackendProvider withoutCublas() {
    return provider(
        (shape, rank, candidates, gpu) -> SweepPlan.of(SweepBlocks.choose(shape, rank, gpu)),
        false);
  }

  /** The backend with fused sweeps in phases of {@code size} rows, whatever the GPU. */
  static BackendProvider inPhases(int size) {
    return inPhases(size, false);
  }

  /** The same; persistent, or in a launch for each phase. */
  static BackendProvider inPhases(int size, boolean persistent) {
    return inPhases(TileLayout.SINGLE, size, persistent);
  }

  /** The same, which read the residual in {@code layout}: rounded only where BF16 is asked for. */
  static BackendProvider inPhases(TileLayout layout, int size, boolean persistent) {
    return provider(
        (shape, rank, candidates, gpu) -> {
          SweepBlocks blocks = new SweepBlocks(shape.rows(), size, false);
          FusedShape fused = fused(layout, shape, Math.max(rank, candidates), gpu);
          return new SweepPlan(blocks, fused, blocks, persistent);
        });
  }

  /**
   * The backend whose searches read rounded tiles where fused sweeps are possible, whatever the
   * GPU.
   */
  static BackendProvider rounded() {
    BackendProvider usual = provider(TestedDevice::planRounded);
    return new ProviderOver() {
      @Override
      public BackendProvider provider() {
        return usual;
      }

      @Override
      public Backend open(Resources resources) {
        return usual.open(new Resources(resources.threads(), resources.devices(), Precision.BF16));
      }
    };
  }

  /** Phases of 64 rows of rounded tiles, where fused sweeps are possible. */
  static SweepPlan planRounded(Shape shape, int rank, int candidates, Gpu gpu) {
    SweepBlocks blocks = SweepBlocks.choose(shape, rank, gpu);
    int most = Math.max(rank, candidates);
    FusedShape both = FusedShape.of(TileLayout.BFLOAT16, shape, most, gpu);
    FusedShape fused = both != null ? both : FusedShape.of(TileLayout.BFLOAT16, shape, rank, gpu);
    SweepBlocks phases = new SweepBlocks(shape.rows(), 64, false);
    return fused == null ? SweepPlan.of(blocks) : new SweepPlan(phases, fused, blocks, false);
  }

  /** The backend with searches that go through the rows in this way. */
  static BackendProvider planned(SweepPlan plan) {
    return provider((shape, rank, candidates, gpu) -> plan);
  }

  /**
   * The backend with sweeps in the blocks that {@code gpu} would get, whatever the GPU; skips the
   * test where this one has no room for them.
   */
  static BackendProvider of(SweepPlan.Choice choice, Gpu gpu) {
    return provider(
        (shape, rank, candidates, own) -> {
          SweepPlan plan = choice.of(shape, rank, candidates, gpu);
          FusedShape fused = plan.fused();
          Skipped.unless(
              fused == null
                  || (own.tensorFlopsPerSecond() > 0 && fused.sharedBytes() <= own.sharedBytes()),
              "this GPU cannot run what another would for " + shape);
          return plan;
        });
  }

  private static BackendProvider provider(SweepPlan.Choice choice) {
    return provider(choice, true);
  }

  private static BackendProvider provider(SweepPlan.Choice choice, boolean withCublas) {
    BackendProvider usual = provider();
    return new ProviderOver() {
      @Override
      public BackendProvider provider() {
        return usual;
      }

      @Override
      public Backend open(Resources resources) {
        return CudaProvider.open(resources, choice, withCublas);
      }
    };
  }
}
