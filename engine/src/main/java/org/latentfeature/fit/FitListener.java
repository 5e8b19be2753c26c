package org.latentfeature.fit;

import java.util.function.BooleanSupplier;

/** Told of each step, on the fitting thread, and asked within steps whether to end. */
@FunctionalInterface
public interface FitListener {

  /** Hears nothing and never stops a fit. */
  FitListener SILENT = event -> true;

  /**
   * One step is done.
   *
   * @return whether to go on; if not, the fit ends with the best so far
   */
  boolean onStep(FitEvent event);

  /**
   * Asked every few milliseconds within a step, from any thread of the fit; must be cheap.
   *
   * @return whether the fit is to end now, with the best so far
   */
  default boolean isStopRequested() {
    return false;
  }

  /**
   * This listener, and an end once {@code stop} says so.
   *
   * @param stop asked as {@link #isStopRequested} is
   */
  default FitListener until(BooleanSupplier stop) {
    FitListener heard = this;
    return new FitListener() {
      @Override
      public boolean onStep(FitEvent event) {
        return heard.onStep(event) && !stop.getAsBoolean();
      }

      @Override
      public boolean isStopRequested() {
        return heard.isStopRequested() || stop.getAsBoolean();
      }
    };
  }
}
