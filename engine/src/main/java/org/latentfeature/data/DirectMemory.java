package org.latentfeature.data;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** Memory outside the Java heap, where matrices lie. */
public final class DirectMemory {

  private DirectMemory() {}

  /**
   * Bytes that the JVM still grants: its limit ({@code -XX:MaxDirectMemorySize}, by default as much
   * as the heap's) less what is in use. Memory that only awaits the garbage collector counts as in
   * use.
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

  /** Bytes that the JVM grants in all. */
  public static long limit() {
    HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    long option = vm == null ? 0 : Long.parseLong(vm.getVMOption("MaxDirectMemorySize").getValue());
    return option == 0 ? Runtime.getRuntime().maxMemory() : option;
  }
}
