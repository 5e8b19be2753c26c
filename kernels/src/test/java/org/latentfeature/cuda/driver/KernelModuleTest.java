package org.latentfeature.cuda.driver;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.backend.BackendFailureException;
import org.latentfeature.cuda.OnDevice;
import org.latentfeature.cuda.TestedDevice;
import org.latentfeature.cuda.software.SoftwareDevice;

/** Kernels that the driver refuses. */
@OnDevice
final class KernelModuleTest {

  @Test
  void aTextThatDoesNotCompileIsAnsweredWithTheCompilersWords() {
    assertTrue(TestedDevice.provider().probe().isAvailable());
    try (Context context = TestedDevice.context()) {
      context.enter();
      String broken = ".version 8.0\n.target sm_75\nnonsense\n";
      String message =
          String.valueOf(
              assertThrows(BackendFailureException.class, new KernelModule("broken", broken)::load)
                  .getMessage());
      assertTrue(message.startsWith("cuModuleLoadDataEx of broken.ptx"), message);
      assertTrue(message.contains("(the driver's compiler: ptxas "), message);
      assertTrue(message.contains("CUDA_ERROR_INVALID_PTX"), message);
      assertFalse(message.contains("\0") || message.contains("\n"), message);
    } finally {
      if (SoftwareDevice.isLoaded()) {
        SoftwareDevice.resetFaults();
      }
    }
  }
}
