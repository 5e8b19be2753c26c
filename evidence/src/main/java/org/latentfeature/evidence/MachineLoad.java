package org.latentfeature.evidence;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The machine on which the times were taken, and its load by other work.
 *
 * @param processor its name
 * @param processors how many
 * @param loadAverage of the last minute; negative where the system has none
 */
public record MachineLoad(String processor, int processors, double loadAverage) {

  private static final Path LINUX = Path.of("/proc/cpuinfo");

  /** Returns this machine and its load now. */
  public static MachineLoad now() {
    return new MachineLoad(
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  /** Describes the machine, as pages do. */
  public String words() {
    String load =
        loadAverage < 0 ? "" : String.format(Locale.ROOT, ", load average %.2f", loadAverage);
    return "%s, %d processors, %s%s"
        .formatted(processor, processors, System.getProperty("os.name"), load);
  }

  private static String processorName() {
    String fallback = System.getProperty("os.arch", "unknown");
    if (!Files.isReadable(LINUX)) {
      return fallback;
    }
    try (Stream<String> lines = Files.lines(LINUX)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(fallback);
    } catch (IOException e) {
      return fallback;
    }
  }
}
