package org.latentfeature.cli.console;

import java.util.function.Function;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;

/** Shows a user how a fit gets on. */
public final class Progress {

  private final Reporting reporting;
  private final Function<FitEvent, String> words;
  private boolean begun;

  private Progress(Reporting reporting, Function<FitEvent, String> words) {
    this.reporting = reporting;
    this.words = words;
  }

  /** Of a lasso. */
  public static Progress of(Reporting reporting) {
    return of(reporting, StepLine::of);
  }

  /**
   * The same for any fit.
   *
   * @param words a step in words, without stage and time
   */
  public static Progress of(Reporting reporting, Function<FitEvent, String> words) {
    return new Progress(reporting, words);
  }

  /** One step of the fit is done. Of the first there is a line at once, then now and then. */
  private void show(FitEvent event) {
    Course course = reporting.course();
    Standing standing = seconds -> event.stage() + " " + words.apply(event);
    if (reporting.verbose || !begun) {
      course.tell(standing);
    } else {
      course.at(standing);
    }
    begun = true;
  }

  /** A listener that shows each step and ends the fit once the user interrupts. */
  public FitListener until(Interruption interruption) {
    FitListener shown =
        event -> {
          show(event);
          return true;
        };
    return shown.until(interruption::isRequested);
  }
}
