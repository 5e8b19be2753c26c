package org.latentfeature.cuda;

import java.util.Arrays;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.DeviceArena;
import org.latentfeature.cuda.driver.DeviceBuffer;
import org.latentfeature.cuda.driver.DeviceCopy;
import org.latentfeature.cuda.driver.KernelFacts;
import org.latentfeature.cuda.driver.KernelModule;
import org.latentfeature.cuda.driver.LaunchGrid;
import org.latentfeature.cuda.driver.Products;
import org.latentfeature.cuda.probe.CudaDevice;
import org.latentfeature.data.Matrix;

/** The device, its driver, launches, copies and thin products. */
final class DriverFigures {

  private static final int D = 784;

  private DriverFigures() {}

  static void print(CudaDevice device) {
    DayFigures.print("device", device.name() + ", " + device.computeCapability());
    DayFigures.print("CUDA of the driver", device.cudaVersion());
    DayFigures.print("multiprocessors", "", device.multiprocessors());
    DayFigures.print("clock", "MHz", device.clockKilohertz() / 1e3);
    DayFigures.print("memory clock", "MHz", device.memoryClockKilohertz() / 1e3);
    DayFigures.print("memory bandwidth on paper", "GB/s", Gpu.of(device).bytesPerSecond() * 1e-9);
    for (String start : new String[] {"first", "second"}) {
      long from = System.nanoTime();
      Context context = DayFigures.context(device);
      long opened = System.nanoTime();
      new Kernels(context, true);
      long found = System.nanoTime();
      DayFigures.print(
          start + " start, context and cuBLAS if there is one", "ms", (opened - from) * 1e-6);
      DayFigures.print(start + " start, until kernels are found", "ms", (found - opened) * 1e-6);
      for (KernelModule module : context.modules()) {
        long before = System.nanoTime();
        module.load();
        double ms = (System.nanoTime() - before) * 1e-6;
        String how = module.isAssembled() ? ", a cubin" : ", PTX";
        DayFigures.print(start + " start, loading " + module.name() + how, "ms", ms);
      }
      if (start.equals("first")) {
        context.modules().forEach(module -> KernelFacts.of(module).forEach(DayFigures::print));
      }
      context.close();
    }
    try (Context context = DayFigures.context(device)) {
      context.enter();
      DayFigures.print("cuBLAS", context.cublasVersion());
      DayFigures.print("memory free", "MiB", context.freeMemory() / 1048576.0);
      OpenDevice open = new OpenDevice(context, new Kernels(context), Gpu.of(device));
      DayFigures.print("local memory of a thread", "bytes", context.localBytes());
      launches(open);
      int rows = DayFigures.isSoftware() ? 2048 : 1_000_000;
      copies(open, rows);
      Products own = context.ownProducts(Kernels.class);
      products(open, rows, "own", own);
      if (CudaProvider.hasCublas(device.ordinal())) {
        products(open, rows, "cuBLAS", open.products());
      }
    }
  }

  /**
   * Median seconds of {@code runs} runs of {@code work}, each waited for, after one that is not.
   */
  static double median(OpenDevice open, int runs, Runnable work) {
    double[] seconds = new double[runs];
    for (int i = -1; i < runs; i++) {
      open.context().synchronise();
      long from = System.nanoTime();
      work.run();
      open.context().synchronise();
      seconds[Math.max(0, i)] = (System.nanoTime() - from) * 1e-9;
    }
    Arrays.sort(seconds);
    return seconds[runs / 2];
  }

  private static void launches(OpenDevice open) {
    int many = 1000;
    try (DeviceArena arena = new DeviceArena(open.context())) {
      DeviceBuffer from = arena.doubles("from", 1);
      DeviceBuffer to = arena.doubles("to", 1);
      open.transfers().clear(from, 1);
      Runnable launch =
          () ->
              open.launch()
                  .pointer(from)
                  .integer(1)
                  .integer(1)
                  .pointer(to)
                  .optional(null)
                  .run(open.kernels().sumChunks, LaunchGrid.threads(1));
      Runnable back =
          () -> {
            for (int i = 0; i < many; i++) {
              launch.run();
            }
          };
      DayFigures.print(
          "launch, back to back",
          "us",
          median(open, 5, back) * 1e6 / many,
          SweepBlocks.LAUNCH * 1e6);
      DayFigures.print("launch and wait", "us", median(open, 101, launch) * 1e6);
      DayFigures.print(
          "launch, wait and copy of 8 bytes",
          "us",
          median(
                  open,
                  101,
                  () -> {
                    launch.run();
                    open.transfers().doubles(to, 1);
                  })
              * 1e6);
    }
  }

  private static void copies(OpenDevice open, int rows) {
    Gpu gpu = open.gpu();
    try (DeviceArena arena = new DeviceArena(open.context())) {
      DeviceBuffer a = arena.floats("A", (long) rows * D);
      Matrix x = Matrix.allocate(rows, D);
      long from = System.nanoTime();
      open.transfers().send(x, a);
      open.context().synchronise();
      double up = (System.nanoTime() - from) * 1e-9;
      DayFigures.print("copy of X to the device", "GB/s", 4e-9 * rows * D / up);
      double fill = median(open, 5, () -> open.transfers().clear(a, (long) rows * D));
      DayFigures.print(
          "fill of memory", "GB/s", 4e-9 * rows * D / fill, gpu.bytesPerSecond() * 1e-9);
      long half = rows / 2 * (long) D;
      double copy = median(open, 11, () -> DeviceCopy.run(a, a.from(half), half));
      DayFigures.print(
          "copy within the device, bytes read and written",
          "GB/s",
          8e-9 * half / copy,
          gpu.bytesPerSecond() * 1e-9);
    }
  }

  /** The products of a sweep: G = A Sᵀ and S += Cᵀ A, walking through A. */
  private static void products(OpenDevice open, int rows, String by, Products products) {
    Gpu gpu = open.gpu();
    try (DeviceArena arena = new DeviceArena(open.context())) {
      DeviceBuffer a = arena.floats("A", (long) rows * D);
      open.transfers().clear(a, (long) rows * D);
      for (int rank : new int[] {8, 16}) {
        DeviceBuffer s = arena.floats("S", (long) rank * D);
        DeviceBuffer g = arena.floats("G", (long) rows * rank);
        open.transfers().clear(s, (long) rank * D);
        open.transfers().clear(g, (long) rows * rank);
        for (int size = 128; size < 8L * rows; size *= 8) {
          int some = Math.min(size, rows);
          int blocks = Math.max(1, Math.min(rows / some, 64));
          int[] at = {0};
          double paper =
              Math.max(
                  SweepBlocks.LAUNCH,
                  Math.max(
                      4.0 * some * D / gpu.bytesPerSecond(),
                      2.0 * some * D * rank / gpu.flopsPerSecond()));
          DayFigures.print(
              "G = S A^T, %d rows, %d columns, %s".formatted(some, rank, by),
              "us",
              1e6
                  * median(
                      open,
                      11,
                      () -> {
                        DeviceBuffer block = a.from((long) (at[0]++ % blocks) * some * D);
                        products.rowsByRows(rank, some, D, s, block, g);
                      }),
              paper * 1e6);
          DayFigures.print(
              "S += C A, %d rows, %d columns, %s".formatted(some, rank, by),
              "us",
              1e6 * median(open, 11, () -> products.addTimes(rank, D, some, g, some, a, s)),
              paper * 1e6);
        }
      }
    }
  }
}
