package org.latentfeature.bench.day;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A folder for what steps write, which is gone however the day ends. An end from outside interrupts
 * the thread that made it, and waits until that has closed it.
 */
final class Scratch implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 10;

  private final Path folder = Files.createTempDirectory("lfm-gpu-day-");
  private final Thread owner = Thread.currentThread();
  private final CountDownLatch gone = new CountDownLatch(1);

  Scratch() throws IOException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end of the day"));
  }

  private void end() {
    owner.interrupt();
    try {
      boolean closed = gone.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!closed) {
        System.err.println("bench: " + folder + " is left behind");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> inside = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : inside) {
        Files.delete(file);
      }
    } finally {
      gone.countDown();
    }
  }
}
