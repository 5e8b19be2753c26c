package org.latentfeature.cli.many;

import java.util.Locale;
import org.latentfeature.cli.console.FailureReport;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Standing;
import org.latentfeature.study.many.ManyFitsListener;
import org.latentfeature.study.many.Outcome;
import org.latentfeature.study.many.Problem;

/**
 * Keeps count of a run of many fits, and tells how it gets on: how many are over, fits per second,
 * the time left at that rate, failures.
 */
final class ManyProgress implements ManyFitsListener {

  private final Reporting reporting;
  private final Interruption interruption;
  private final int all;
  private final double start;
  private int over;
  private int kept;
  private int failed;

  ManyProgress(int all, Reporting reporting, Interruption interruption) {
    this.all = all;
    this.reporting = reporting;
    this.interruption = interruption;
    start = reporting.course().seconds();
    reporting.course().at(standing());
  }

  @Override
  public void onOutcome(Problem problem, Outcome outcome) {
    over++;
    if (outcome.again() != null) {
      reporting.note(problem.name() + " is fitted again: " + outcome.again());
    }
    if (outcome.status() == Outcome.Status.KEPT) {
      kept++;
    }
    Throwable failure = outcome.failure();
    if (failure != null) {
      failed++;
      reporting.note(problem.name() + " failed: " + FailureReport.sentence(failure));
      reporting.trace(failure);
    }
    if (reporting.verbose) {
      reporting.course().note(standing());
    } else {
      reporting.course().at(standing());
    }
  }

  private Standing standing() {
    return new Count(all, over, kept, failed, start);
  }

  /**
   * How many fits are over.
   *
   * @param start seconds from the command's start to that of the fits
   */
  private record Count(int all, int over, int kept, int failed, double start) implements Standing {

    @Override
    public String words(double seconds) {
      return line(all, over, kept, failed, seconds - start);
    }

    @Override
    public double share() {
      return (double) over / all;
    }
  }

  /** Fits per second are of those that were made; the time left is for failures to come, too. */
  static String line(int all, int over, int kept, int failed, double seconds) {
    String line = String.format(Locale.ROOT, "%,d of %,d", over, all);
    int fitted = over - kept - failed;
    if (fitted > 0) {
      double tried = (over - kept) / seconds;
      line +=
          String.format(
              Locale.ROOT,
              ", %.3g fits/s, %s left",
              fitted / seconds,
              Standing.span((all - over) / tried));
    }
    return failed == 0 ? line : line + ", " + failed + " failed";
  }

  @Override
  public boolean goOn() {
    return !interruption.isRequested();
  }
}
