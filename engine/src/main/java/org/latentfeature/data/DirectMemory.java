package org.latentfeature.data;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** Memory outside the Java heap, which holds the matrices. */
public final class DirectMemory {

  /** The JVM's limit, looked up once: it takes about as long as reading a small file. */
  private static final class Limit {

    static final long BYTES = read();

    private static long read() {
      HotSpotDiagnosticMXBean vm =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      long option =
          vm == null ? 0 : Long.parseLong(vm.getVMOption("MaxDirectMemorySize").getValue());
      return option == 0 ? Runtime.getRuntime().maxMemory() : option;
    }
  }

  private DirectMemory() {}

  /**
   * Bytes that can still be allocated: the JVM's limit ({@code -XX:MaxDirectMemorySize}, by default
   * that of the heap) minus the bytes in use. Unreachable memory counts as in use until it is
   * collected.
   */
  public static long available() {
    long used = 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      if (pool.getName().equals("direct")) {
        used += pool.getTotalCapacity();
      }
    }
    return Math.max(0, limit() - used);
  }

  /** The JVM's limit in bytes. */
  public static long limit() {
    return Limit.BYTES;
  }
}
