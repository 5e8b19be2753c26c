package org.latentfeature.backend;

import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time have rows on a backend whose device cannot be shared. Another may once
 * all rows are closed.
 */
public final class OneThread {

  private final String backend;
  private @Nullable Thread owner;
  private int claims;

  /** For the backend of this name. */
  public OneThread(String backend) {
    this.backend = backend;
  }

  /** As {@link Backend#claim}. */
  public synchronized Runnable claim() {
    Thread caller = Thread.currentThread();
    Thread present = owner;
    if (present != null && present != caller) {
      throw new IllegalStateException(
          ("backend %s serves one thread at a time: thread '%s' has rows on it, and thread '%s' asks"
                  + " for it; send all work to one thread (Executors.newSingleThreadExecutor), or"
                  + " code rows on a backend of the CPU, which threads may share")
              .formatted(backend, present.getName(), caller.getName()));
    }
    owner = caller;
    claims++;
    return this::release;
  }

  private synchronized void release() {
    claims--;
    if (claims == 0) {
      owner = null;
    }
  }
}
