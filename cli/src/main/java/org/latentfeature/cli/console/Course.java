package org.latentfeature.cli.console;

import java.util.function.DoubleSupplier;
import org.latentfeature.base.progress.WorkListener;

/**
 * The progress of a command, shown while it lasts: on a terminal in a line that changes in place,
 * elsewhere by a plain line now and then. Whoever computes reports how far it is; that nothing
 * stays silent for long is the {@link Pulse}'s doing, which only reads the last report.
 */
public final class Course implements WorkListener {

  /** After so many seconds without a word there is one. */
  static final double SILENCE = 3;

  /** Where it is shown. */
  interface Display {

    /** How the command stands. */
    void show(Standing standing, double seconds);

    /**
     * Returns whether {@link #show} prints a permanent line each time, so that it should be called
     * rarely.
     */
    boolean keepsLines();

    /** A line for good. */
    void say(String line);

    /** Takes away what is not for good. */
    void clear();
  }

  private final Display display;
  private final DoubleSupplier clock;
  private final double start;
  private Standing standing;
  private boolean working = true;
  private double spoken;

  /**
   * The course of a command that begins now.
   *
   * @param what the command
   * @param clock seconds from any moment on
   */
  Course(String what, Display display, DoubleSupplier clock) {
    this.display = display;
    this.clock = clock;
    start = clock.getAsDouble();
    standing = new WorkStanding(what, 0, 0, 0);
  }

  /** Seconds since the command began. */
  public double seconds() {
    return clock.getAsDouble() - start;
  }

  /** So it stands now; whoever has heard nothing for long hears of it. */
  public synchronized void at(Standing now) {
    standing = now;
    working = true;
    beat();
  }

  /** So it stands now, which is worth a line. */
  public synchronized void note(Standing now) {
    standing = now;
    working = true;
    show(seconds());
  }

  @Override
  public synchronized void onWork(String work, long done, long of) {
    boolean goesOn = standing instanceof WorkStanding before && before.what().equals(work);
    double since = goesOn ? ((WorkStanding) standing).since() : seconds();
    at(new WorkStanding(work, done, of, since));
  }

  /** Breaks a long silence. */
  synchronized void beat() {
    double now = seconds();
    if (working && (!display.keepsLines() || now - spoken >= SILENCE)) {
      show(now);
    }
  }

  private void show(double now) {
    display.show(standing, now);
    spoken = now;
  }

  /** A line that must not get lost. */
  synchronized void say(String line) {
    display.say(line);
    spoken = seconds();
  }

  /** An answer follows; until the command says that it works on there is nothing to show. */
  synchronized void rest() {
    working = false;
    display.clear();
  }
}
