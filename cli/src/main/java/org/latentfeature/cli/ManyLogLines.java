package org.latentfeature.cli;

import java.util.Locale;

/** Plain lines, at most about one a second unless all are wanted. */
final class ManyLogLines implements ManyProgress.Display {

  private static final double INTERVAL_SECONDS = 1;

  private final Reporting reporting;
  private final Stopwatch watch = Stopwatch.start();
  private double lastLine;

  ManyLogLines(Reporting reporting) {
    this.reporting = reporting;
  }

  @Override
  public void show(int over, String line) {
    double now = watch.seconds();
    if (reporting.verbose || now - lastLine >= INTERVAL_SECONDS) {
      lastLine = now;
      reporting.note(String.format(Locale.ROOT, "%7.1f s  %s", now, line));
    }
  }

  @Override
  public void say(String line) {
    reporting.note(line);
  }

  @Override
  public void close() {}
}
