package org.latentfeature.spark;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.TaskContext;
import org.apache.spark.resource.ResourceInformation;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.data.DataException;

/**
 * The backends of an executor: one that all of its tasks share on CPUs, one for each GPU that Spark
 * gives to tasks. They are open as long as the executor lives.
 */
final class ExecutorBackends {

  /** Name of the resource by which Spark assigns GPUs to tasks. */
  private static final String GPU = "gpu";

  /** Spark's setting of how many of them a task has. */
  static final String GPUS_OF_TASK = "spark.task.resource.gpu.amount";

  private static final Map<String, Backend> OPEN = new ConcurrentHashMap<>();

  private ExecutorBackends() {}

  /**
   * That of the running task, with as many threads as Spark gives it processors.
   *
   * @param name of the backend, or {@code auto}
   */
  static Backend ofTask(String name) {
    int threads = TaskContext.get().cpus();
    int device = device();
    return OPEN.computeIfAbsent(
        "%s, %d threads, device %d".formatted(name, threads, device),
        key -> Backends.open(name, new Resources(threads, device, Precision.SINGLE)).backend());
  }

  /** Runs {@code work}, on a GPU after what other tasks run there: it serves one at a time. */
  static <T> T inTurn(Backend backend, Supplier<T> work) {
    if (backend.isShared()) {
      return work.get();
    }
    synchronized (backend) {
      Runnable release = backend.claim();
      try {
        return work.get();
      } finally {
        release.run();
      }
    }
  }

  private static int device() {
    ResourceInformation gpus = TaskContext.get().resources().get(GPU).getOrElse(() -> null);
    if (gpus == null || gpus.addresses().length == 0) {
      return 0;
    }
    String address = gpus.addresses()[0];
    try {
      return Integer.parseInt(address);
    } catch (NumberFormatException e) {
      throw new DataException(
          "Spark's discovery script gives the GPU address %s; it must be a number, such as 0"
              .formatted(address),
          e);
    }
  }
}
