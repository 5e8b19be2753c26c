package org.latentfeature.cli.console;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Lets a course speak while the command that it belongs to is too busy to. */
public final class Pulse implements AutoCloseable {

  private static final long MILLIS = 500;

  private final Course course;
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(
          beat -> {
            Thread thread = new Thread(beat, "progress");
            thread.setDaemon(true);
            return thread;
          });

  private Pulse(Course course) {
    this.course = course;
  }

  /** Beats from now until closed. */
  public static Pulse of(Course course) {
    Pulse pulse = new Pulse(course);
    var unused =
        pulse.beats.scheduleAtFixedRate(course::beat, MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    return pulse;
  }

  /** After this the course is silent, and the terminal clean. */
  @Override
  public void close() {
    beats.shutdownNow();
    course.rest();
  }
}
