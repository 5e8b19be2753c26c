package org.latentfeature.cuda.probe;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A limit in time for native code that may never return. */
final class Deadline {

  private Deadline() {}

  /**
   * Runs {@code question} on a thread of its own, which does not keep the JVM from ending.
   *
   * @throws TimeoutException if there is no answer within {@code limit}; the thread is given up
   */
  static <T> T within(Duration limit, Supplier<T> question) throws TimeoutException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                answer.complete(question.get());
              } catch (Throwable e) { // To be thrown where it is waited for.
                answer.completeExceptionally(e);
              }
            },
            "cuda-probe");
    thread.setDaemon(true);
    thread.start();
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("probing for CUDA failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TimeoutException("interrupted");
    }
  }
}
