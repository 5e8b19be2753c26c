package org.latentfeature.cli.console;

import java.util.Locale;
import org.latentfeature.fit.FitEvent;

/** One step of a fit in words. */
public final class StepLine {

  private StepLine() {}

  /**
   * One step of a lasso, without the stage and the time, which the two kinds of progress show in
   * their own ways.
   */
  static String of(FitEvent event) {
    // The bound tells how far the convex fit is from its optimum; the path has none.
    String bound =
        Double.isNaN(event.bound())
            ? ""
            : String.format(Locale.ROOT, ", bound %.3f", event.bound());
    return String.format(
        Locale.ROOT,
        "step %d: %d column%s, rmse %.5g%s",
        event.step(),
        event.columns(),
        event.columns() == 1 ? "" : "s",
        event.rmse(),
        bound);
  }

  /** The same of a Markov model; the bound is that of the evidence, for a row. */
  public static String ofMarkov(FitEvent event) {
    return String.format(
        Locale.ROOT,
        "step %d: %d feature%s, rmse %.4g, bound %.6g",
        event.step(),
        event.columns(),
        event.columns() == 1 ? "" : "s",
        event.rmse(),
        event.objective());
  }
}
