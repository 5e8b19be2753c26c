package org.latentfeature.backend;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The free memory of this machine, and the memory used by this process. */
public final class HostMemory {

  private static final Path MACHINE = Path.of("/proc/meminfo");
  private static final Path PROCESS = Path.of("/proc/self/status");

  private HostMemory() {}

  /** Most of what the kernel counts as the machine's memory, or 0; read once, for it is fixed. */
  private static final long TOTAL = Math.max(0, field(MACHINE, "MemTotal:")) / 100 * 99;

  /**
   * Bytes that can be allocated without swapping: on Linux the kernel's own estimate, which counts
   * the page cache that it can drop; elsewhere the free physical memory.
   */
  public static long available() {
    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    // The JVM's figure honours a container's limit, the kernel's does not.
    if (os.getTotalMemorySize() < TOTAL) {
      return os.getFreeMemorySize();
    }
    long estimate = field(MACHINE, "MemAvailable:");
    return estimate >= 0 ? estimate : os.getFreeMemorySize();
  }

  /**
   * The most bytes that this process has had resident, mapped files included, as the Linux kernel
   * counts them; empty on other systems.
   */
  public static OptionalLong peakResident() {
    long peak = field(PROCESS, "VmHWM:");
    return peak >= 0 ? OptionalLong.of(peak) : OptionalLong.empty();
  }

  /** Asked whenever rows are loaded, hundreds of times a second: reads no further than it must. */
  private static long field(Path file, String name) {
    if (!Files.isReadable(file)) {
      return -1;
    }
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(name) && line.endsWith(" kB")) {
          return Long.parseLong(line.substring(name.length(), line.length() - 3).strip()) << 10;
        }
      }
      return -1;
    } catch (IOException e) {
      // Unreadable is the same as absent: the JVM's figure stands.
      return -1;
    }
  }
}
