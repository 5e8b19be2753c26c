package org.latentfeature.bench.day;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the GPU's clocks, power, temperature, and why it is throttled to a file, every second
 * until it is closed, with the time of day: what a step measured at a lower clock is known by it.
 */
final class GpuWatch implements AutoCloseable {

  private static final String QUERY =
      "--query-gpu=timestamp,clocks.sm,clocks.mem,power.draw,temperature.gpu,utilization.gpu,"
          + "clocks_throttle_reasons.active";

  private final @Nullable Process process;

  /** By the program {@code smi}; null where there is none. */
  GpuWatch(@Nullable List<String> smi, Path output) throws IOException {
    process =
        smi == null
            ? null
            : new ProcessBuilder(smi.get(0), QUERY, "--format=csv", "--id=0", "--loop=1")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
