package org.latentfeature.backend.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.latentfeature.base.progress.Awaited;
import org.latentfeature.step.Parts;

/** One thread for each device; only that thread uses the device. */
public final class DeviceThreads implements Parts.Schedule, AutoCloseable {

  private final List<ExecutorService> threads = new ArrayList<>();

  public DeviceThreads(int devices) {
    for (int d = 0; d < devices; d++) {
      String name = "device " + d;
      threads.add(
          Executors.newSingleThreadExecutor(
              work -> {
                Thread thread = new Thread(work, name);
                thread.setDaemon(true);
                return thread;
              }));
    }
  }

  @Override
  public <T> List<T> all(int parts, Work<T> work) {
    List<Future<T>> running = new ArrayList<>(parts);
    for (int p = 0; p < parts; p++) {
      int part = p;
      running.add(threads.get(p).submit(() -> work.of(part)));
    }
    List<T> results = new ArrayList<>(parts);
    Throwable failure = null;
    for (Future<T> one : running) {
      // Wait for all of them: none may still work on data that the caller uses next.
      try {
        results.add(Awaited.result(one));
      } catch (RuntimeException | Error e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure instanceof Error e) {
      throw e;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
    return results;
  }

  @Override
  public <T> T one(int part, Work<T> work) {
    return Awaited.result(threads.get(part).submit(() -> work.of(part)));
  }

  @Override
  public void close() {
    threads.forEach(ExecutorService::shutdown);
  }
}
