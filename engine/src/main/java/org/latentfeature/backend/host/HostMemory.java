package org.latentfeature.backend.host;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How much memory this machine can still give. */
public final class HostMemory {

  private static final Path LINUX = Path.of("/proc/meminfo");

  private HostMemory() {}

  /**
   * Bytes that can be allocated without swapping: on Linux the kernel's own estimate, which counts
   * the page cache that it can drop; elsewhere the free physical memory.
   */
  public static long available() {
    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    // The JVM's figure honours a container's limit, the kernel's does not.
    long free = os.getFreeMemorySize();
    if (os.getTotalMemorySize() < total()) {
      return free;
    }
    return Math.max(free, field("MemAvailable:"));
  }

  private static long total() {
    return Math.max(0, field("MemTotal:")) * 99 / 100;
  }

  private static long field(String name) {
    if (!Files.isReadable(LINUX)) {
      return -1;
    }
    try {
      List<String> lines = Files.readAllLines(LINUX);
      for (String line : lines) {
        if (line.startsWith(name)) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        }
      }
      return -1;
    } catch (IOException e) {
      // Unreadable is the same as absent: the JVM's figure stands.
      return -1;
    }
  }
}
