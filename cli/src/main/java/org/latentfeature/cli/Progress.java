package org.latentfeature.cli;

import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;

/** Shows a user how a fit gets on. */
interface Progress extends AutoCloseable {

  /** One greedy step is done. */
  void show(FitEvent event);

  /** Leaves the terminal clean. */
  @Override
  void close();

  /** What fits the user's wishes and the place where standard error goes. */
  static Progress of(Reporting reporting) {
    if (reporting.quiet) {
      return new Silence();
    }
    if (!reporting.verbose && Terminal.isPresent()) {
      return new ProgressLine();
    }
    return new LogLines(reporting);
  }

  /** A listener that shows each step and ends the fit once the user interrupts. */
  default FitListener until(Interruption interruption) {
    return event -> {
      show(event);
      return !interruption.isRequested();
    };
  }
}
