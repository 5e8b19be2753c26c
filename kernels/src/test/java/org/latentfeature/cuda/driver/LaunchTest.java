package org.latentfeature.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendFailureException;
import org.latentfeature.cuda.CudaProvider;
import org.latentfeature.cuda.OnDevice;
import org.latentfeature.cuda.TestedDevice;
import org.latentfeature.cuda.software.SoftwareDevice;
import org.latentfeature.data.Matrix;

/** Wrong use of a device is told by name and number before the device sees it. */
@OnDevice
final class LaunchTest {

  private Context context;
  private DeviceArena arena;
  private Kernel widen;

  @BeforeEach
  void open() {
    assertTrue(TestedDevice.provider().probe().isAvailable());
    context = TestedDevice.context();
    arena = new DeviceArena(context);
    widen = context.module(CudaProvider.class, "moments").kernel("widen_columns");
  }

  @AfterEach
  void close() {
    arena.close();
    context.close();
  }

  @Test
  void aKernelRunsWithTheArgumentsItTakes() {
    DeviceBuffer from = arena.floats("from", 6);
    DeviceBuffer copy = arena.doubles("copy", 4);
    context.transfers().send(Matrix.of(new float[][] {{1, 2, 3}, {4, 5, 6}}), from);
    widen(from, copy).integer(2).integer(3).integer(1).integer(2).run(widen, LaunchGrid.threads(4));
    assertArrayEquals(new double[] {2, 3, 5, 6}, context.transfers().doubles(copy, 4));
  }

  private Launch widen(DeviceBuffer from, DeviceBuffer copy) {
    return context.launch().pointer(from).pointer(copy);
  }

  @Test
  void tooFewArgumentsAreRefused() {
    DeviceBuffer buffer = arena.doubles("buffer", 4);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> widen(buffer, buffer).integer(1).run(widen, LaunchGrid.threads(4)))
            .getMessage();
    assertEquals(
        "kernel widen_columns takes [u64, u64, u32, u32, u32, u32], but was given [u64, u64, u32]",
        message);
    // And are forgotten: the next launch starts anew.
    aKernelRunsWithTheArgumentsItTakes();
  }

  /** Kernels are loaded when they are launched; those after them find a clean slate. */
  @Test
  void argumentsOfAKernelThatCannotBeLoadedAreForgotten() {
    String broken =
        ".version 8.0\n.target sm_75\n.visible .entry broken(.param .u64 x)\n{ nonsense\n}";
    DeviceBuffer buffer = arena.doubles("buffer", 4);
    try (KernelModule module = new KernelModule("broken", broken)) {
      Kernel kernel = module.kernel("broken");
      for (int run = 0; run < 2; run++) {
        assertThrows(
            BackendFailureException.class,
            () -> context.launch().pointer(buffer).run(kernel, LaunchGrid.threads(4)));
      }
    }
    if (SoftwareDevice.isLoaded()) {
      SoftwareDevice.resetFaults();
    }
    aKernelRunsWithTheArgumentsItTakes();
  }

  @Test
  void argumentsOfAnotherTypeAreRefused() {
    DeviceBuffer buffer = arena.doubles("buffer", 4);
    assertThrows(
        IllegalArgumentException.class,
        () ->
            widen(buffer, buffer)
                .integer(1)
                .integer(1)
                .integer(0)
                .number(1)
                .run(widen, LaunchGrid.threads(4)));
  }

  @Test
  void anUnknownKernelIsNamedBesideThoseThereAre() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> context.module(CudaProvider.class, "moments").kernel("widen"))
            .getMessage();
    assertEquals("moments.ptx has no kernel 'widen', only [widen_columns]", message);
  }

  @Test
  void whatDoesNotFitABufferIsRefused() {
    DeviceBuffer buffer = arena.ints("buffer", 4);
    String message =
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> context.transfers().send(new int[3], buffer.from(2)))
            .getMessage();
    assertEquals("3 elements do not fit the 2 of buffer", message);
    assertThrows(IndexOutOfBoundsException.class, () -> buffer.from(5));
    assertThrows(IndexOutOfBoundsException.class, () -> context.transfers().ints(buffer, 5));
  }
}
