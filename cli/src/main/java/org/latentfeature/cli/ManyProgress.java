package org.latentfeature.cli;

import java.util.Locale;
import org.latentfeature.many.ManyFitsListener;
import org.latentfeature.many.Outcome;
import org.latentfeature.many.Problem;

/**
 * Keeps count of a run of many fits, and tells how it gets on: how many are over, fits per second,
 * the time left at that rate, failures.
 */
final class ManyProgress implements ManyFitsListener, AutoCloseable {

  /** Where it tells it. */
  interface Display extends AutoCloseable {

    /** So many of all are over; {@code line} says so, and more. */
    void show(int over, String line);

    /** What must not get lost. */
    void say(String line);

    @Override
    void close();
  }

  private final Reporting reporting;
  private final Interruption interruption;
  private final Display display;
  private final int all;
  private final Stopwatch watch = Stopwatch.start();
  private int over;
  private int kept;
  private int failed;

  ManyProgress(int all, Reporting reporting, Interruption interruption) {
    this.all = all;
    this.reporting = reporting;
    this.interruption = interruption;
    display =
        !reporting.quiet && !reporting.verbose && Terminal.isPresent()
            ? new ManyProgressBar(all)
            : new ManyLogLines(reporting);
  }

  @Override
  public void onOutcome(Problem problem, Outcome outcome) {
    over++;
    if (outcome.again() != null) {
      display.say(problem.name() + " was fitted again: " + outcome.again());
    }
    if (outcome.status() == Outcome.Status.KEPT) {
      kept++;
    }
    Throwable failure = outcome.failure();
    if (failure != null) {
      failed++;
      display.say(problem.name() + " failed: " + FailureReport.sentence(failure));
      reporting.trace(failure);
    }
    display.show(over, line(all, over, kept, failed, watch.seconds()));
  }

  /** Fits per second are of those that were made; the time left is for failures to come, too. */
  static String line(int all, int over, int kept, int failed, double seconds) {
    String line = String.format(Locale.ROOT, "%,d of %,d", over, all);
    int fitted = over - kept - failed;
    if (fitted > 0) {
      double tried = (over - kept) / seconds;
      line +=
          String.format(
              Locale.ROOT, ", %.3g fits/s, %s left", fitted / seconds, left((all - over) / tried));
    }
    return failed == 0 ? line : line + ", " + failed + " failed";
  }

  private static String left(double exact) {
    long seconds = Math.round(exact);
    return seconds < 120
        ? seconds + " s"
        : seconds < 7200
            ? seconds / 60 + " min"
            : String.format(Locale.ROOT, "%.1f h", seconds / 3600.0);
  }

  @Override
  public boolean goOn() {
    return !interruption.isRequested();
  }

  @Override
  public void close() {
    display.close();
  }
}
