package org.latentfeature.cli.console;

import java.util.Locale;
import org.latentfeature.fit.FitEvent;

/** One step of a fit in words. */
final class StepLine {

  private StepLine() {}

  /** Without the stage and the time, which the two kinds of progress show in their own ways. */
  static String of(FitEvent event) {
    StringBuilder line =
        new StringBuilder()
            .append(
                String.format(
                    Locale.ROOT,
                    "step %d: %d feature%s, rmse %.5g",
                    event.step(),
                    event.features(),
                    event.features() == 1 ? "" : "s",
                    event.rmse()));
    event
        .figures()
        .forEach(
            (name, value) ->
                line.append(
                    String.format(Locale.ROOT, ", %s %.6g", name.replace('_', ' '), value)));
    return line.toString();
  }
}
