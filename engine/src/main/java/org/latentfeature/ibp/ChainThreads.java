package org.latentfeature.ibp;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Threads for chains that do not know each other; one thread is the caller's. */
final class ChainThreads implements AutoCloseable {

  private final @Nullable ExecutorService pool;

  ChainThreads(int threads) {
    pool = threads > 1 ? Executors.newFixedThreadPool(threads) : null;
  }

  /** Runs them all, and returns when the last has ended. */
  void run(List<? extends Runnable> chains) {
    ExecutorService others = pool;
    if (others == null) {
      chains.forEach(Runnable::run);
      return;
    }
    List<? extends Future<?>> all = chains.stream().map(others::submit).toList();
    boolean interrupted = false;
    for (Future<?> one : all) {
      boolean ended = false;
      while (!ended) {
        try {
          one.get();
          ended = true;
        } catch (InterruptedException e) {
          interrupted = true; // The chains have a signal of their own.
        } catch (ExecutionException e) {
          throw new IllegalStateException("a chain failed", e.getCause());
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }
}
