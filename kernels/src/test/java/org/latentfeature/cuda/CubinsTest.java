package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kernels/cubins}, which a pack for a machine with a GPU is made with. */
@Tag("whole")
final class CubinsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {80, 86, 89, 90, 100, 120})
  @Tag("every-target")
  void everyGpuHasAllThatItRuns(int target) throws Exception {
    Skipped.unless(hasAssembler(), "no ptxas: no kernel was assembled for a pack");
    Path log = folder.resolve("log");
    Process cubins =
        new ProcessBuilder("sh", "cubins", folder.toString(), Integer.toString(target))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertTrue(cubins.waitFor(5, TimeUnit.MINUTES));
    assertEquals(0, cubins.exitValue(), Files.readString(log));
    assertEquals(
        KernelFiles.compiledFor(target),
        KernelFiles.names(folder.resolve("org/latentfeature/cuda/sm_" + target), ".cubin"));
  }

  /** Which does not run the files that are for compute capability 8.0. */
  @Test
  void theOldestHasAllThatItRuns() throws Exception {
    everyGpuHasAllThatItRuns(75);
  }

  private static boolean hasAssembler() throws InterruptedException {
    String ptxas = System.getenv().getOrDefault("PTXAS", "ptxas");
    try {
      return new ProcessBuilder(ptxas, "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
