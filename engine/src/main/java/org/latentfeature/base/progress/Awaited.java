package org.latentfeature.base.progress;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waiting for another thread's work, which an interruption does not cut short. */
public final class Awaited {

  private Awaited() {}

  /** The result of {@code asked}, or its failure; the interrupted flag is kept. */
  public static <T> T result(Future<T> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
