package org.latentfeature.cli.console;

import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;

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
      course.tell(standing);
    } else {
      course.at(standing);
    }
    begun = true;
  }

  /**
   * Returns a listener that shows each step, with {@code -v} also which searches do not apply, and
   * ends the fit once the user interrupts.
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
          public void onRefusal(String search, String reason) {
            if (reporting.verbose) {
              reporting.note("%s: not tried, since %s".formatted(search, reason));
            }
          }
        };
    return shown.until(interruption::isRequested);
  }
}
