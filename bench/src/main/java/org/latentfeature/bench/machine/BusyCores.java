package org.latentfeature.bench.machine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many processors this process keeps busy: its processor time, to a hundredth of a second,
 * divided by the time that passes. A thread that waits for another awake counts as busy.
 */
public final class BusyCores {

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long spent;
  private long began;

  /** Begins anew. */
  public void start() {
    spent = system.getProcessCpuTime();
    began = System.nanoTime();
  }

  /** The average since the start. */
  public double cores() {
    return (double) (system.getProcessCpuTime() - spent) / (System.nanoTime() - began);
  }
}
