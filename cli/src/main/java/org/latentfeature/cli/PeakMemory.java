package org.latentfeature.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The most memory that this process has had resident, as the Linux kernel counts it. */
final class PeakMemory {

  private static final Path STATUS = Path.of("/proc/self/status");

  private PeakMemory() {}

  /** In MiB, mapped files included; null where the system does not tell. */
  static @Nullable Long mebibytes() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) >> 10)
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      return null;
    }
  }
}
