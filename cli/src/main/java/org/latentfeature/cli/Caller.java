package org.latentfeature.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A program whose lines are answered one after another. They are read ahead on a thread of their
 * own, so that their end, with which the program is gone, is noticed while it still waits for an
 * answer.
 */
final class Caller {

  private final BufferedReader lines;
  private final Runnable gone;

  /** The results of reading: a line, null at the end, or an exception. */
  private final BlockingQueue<Callable<@Nullable String>> read = new LinkedBlockingQueue<>();

  private final AtomicInteger unanswered = new AtomicInteger();

  private Caller(BufferedReader lines, Runnable gone) {
    this.lines = lines;
    this.gone = gone;
  }

  /**
   * Begins to read.
   *
   * @param gone called on the reading thread if the lines end before all are answered
   */
  static Caller of(BufferedReader lines, Runnable gone) {
    Caller caller = new Caller(lines, gone);
    Thread reading = new Thread(caller::read, "caller");
    reading.setDaemon(true);
    reading.start();
    return caller;
  }

  private void read() {
    try {
      for (String line; (line = lines.readLine()) != null; ) {
        String one = line;
        unanswered.incrementAndGet();
        read.add(() -> one);
      }
      if (unanswered.get() > 0) {
        gone.run();
      }
      read.add(() -> null);
    } catch (IOException e) {
      read.add(
          () -> {
            throw e;
          });
    }
  }

  /** The next line, null at the end. */
  @Nullable String next() throws Exception {
    return read.take().call();
  }

  /** Tells that a line is answered, before the caller can see it: it may then leave at once. */
  void answered() {
    unanswered.decrementAndGet();
  }
}
