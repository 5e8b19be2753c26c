package org.latentfeature.bench.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.HostMemory;

/** The lines above every table: what ran, on what, and how busy the machine was with other work. */
public final class Machine {

  private Machine() {}

  /** Prints them. */
  public static void describe(String title, Backends.Choice choice) {
    System.out.println(title);
    System.out.printf(
        "  machine   %s, %d processors, load average %.2f at the start%n",
        processor(), Runtime.getRuntime().availableProcessors(), loadAverage());
    System.out.println("  " + choice.explanation());
    System.out.printf(
        "  threads   %d; versions %s, %s %s%n",
        choice.backend().info().threads(),
        new TreeMap<>(choice.backend().info().versions()),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"));
    System.out.println();
  }

  /** Processes that ran or waited to run in the last minute, on average; negative if unknown. */
  public static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** The processor's name, or only its architecture where the system tells no more. */
  public static String processor() {
    return field("/proc/cpuinfo", "model name", System.getProperty("os.arch", "unknown"));
  }

  /**
   * The most memory that this process has had resident, in bytes, mapped files included; or NaN.
   */
  public static double peakResidentBytes() {
    OptionalLong peak = HostMemory.peakResident();
    return peak.isPresent() ? (double) peak.getAsLong() : Double.NaN;
  }

  /** Returns the text that follows {@code name:} in a file of the Linux kernel's. */
  private static String field(String file, String name, String fallback) {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of(file));
    } catch (IOException e) {
      return fallback;
    }
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).trim())
        .findFirst()
        .orElse(fallback);
  }
}
