package org.latentfeature.cli;

import java.util.function.Function;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;

/** Shows a user how a fit gets on. */
interface Progress extends AutoCloseable {

  /** One step of the fit is done. */
  void show(FitEvent event);

  /** Leaves the terminal clean. */
  @Override
  void close();

  /** For a lasso: what fits the user's wishes and the place where standard error goes. */
  static Progress of(Reporting reporting) {
    return of(reporting, StepLine::of);
  }

  /**
   * The same for any fit.
   *
   * @param words a step in words, without stage and time
   */
  static Progress of(Reporting reporting, Function<FitEvent, String> words) {
    if (reporting.quiet) {
      return new Silence();
    }
    if (!reporting.verbose && Terminal.isPresent()) {
      return new ProgressLine(words);
    }
    return new LogLines(reporting, words);
  }

  /** A listener that shows each step and ends the fit once the user interrupts. */
  default FitListener until(Interruption interruption) {
    FitListener shown =
        event -> {
          show(event);
          return true;
        };
    return shown.until(interruption::isRequested);
  }
}
