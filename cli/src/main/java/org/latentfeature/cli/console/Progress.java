package org.latentfeature.cli.console;

import java.util.Locale;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.SearchReport;

/** Shows a user how a fit gets on. */
public final class Progress {

  private final Reporting reporting;
  private boolean begun;

  private Progress(Reporting reporting) {
    this.reporting = reporting;
  }

  /** Returns a listener that shows the progress of a fit by any estimator. */
  public static Progress of(Reporting reporting) {
    return new Progress(reporting);
  }

  /** One step of the fit is done. Of the first there is a line at once, then now and then. */
  private void show(FitEvent event) {
    Course course = reporting.course();
    Standing standing = seconds -> event.stage() + " " + StepLine.of(event);
    if (reporting.verbose || !begun) {
      course.note(standing);
    } else {
      course.at(standing);
    }
    begun = true;
  }

  /**
   * Returns a listener that shows each step, with {@code -v} also how each search went, and ends
   * the fit once the user interrupts.
   */
  public FitListener until(Interruption interruption) {
    FitListener shown =
        new FitListener() {
          @Override
          public boolean onStep(FitEvent event) {
            show(event);
            return true;
          }

          @Override
          public void onSearch(SearchReport report) {
            if (reporting.verbose) {
              reporting.note(line(report));
            }
          }
        };
    return shown.until(interruption::isRequested);
  }

  private static String line(SearchReport report) {
    boolean isNothing = Double.isNaN(report.rmse());
    String best = isNothing ? "" : String.format(Locale.ROOT, ", best rmse %.5g", report.rmse());
    String text =
        switch (report.outcome()) {
          case REFUSED -> "not tried, since " + report.reason();
          case UNNEEDED -> "not needed, the ground truth's error is reached";
          case FINISHED ->
              String.format(Locale.ROOT, "%.1f s", report.seconds())
                  + (isNothing ? ", nothing found" : best);
          case OUT_OF_TIME ->
              String.format(
                      Locale.ROOT,
                      "%.1f s, all of its %.0f %% of the time",
                      report.seconds(),
                      100 * report.share())
                  + best;
        };
    return report.search() + ": " + text;
  }
}
