package org.latentfeature.cli;

import java.util.Locale;
import java.util.function.Function;
import org.latentfeature.fit.FitEvent;

/** A plain line for a step, at most about one a second unless every step is wanted. */
final class LogLines implements Progress {

  private static final double INTERVAL_SECONDS = 1;

  private final Reporting reporting;
  private final Function<FitEvent, String> words;
  private final Stopwatch watch = Stopwatch.start();
  private double lastLine = Double.NEGATIVE_INFINITY;

  LogLines(Reporting reporting, Function<FitEvent, String> words) {
    this.words = words;
    this.reporting = reporting;
  }

  @Override
  public void show(FitEvent event) {
    double now = watch.seconds();
    if (reporting.verbose || now - lastLine >= INTERVAL_SECONDS) {
      lastLine = now;
      reporting.note(
          String.format(Locale.ROOT, "%7.1f s  %s %s", now, event.stage(), words.apply(event)));
    }
  }

  @Override
  public void close() {}
}
