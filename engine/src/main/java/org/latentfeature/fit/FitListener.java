package org.latentfeature.fit;

import java.util.function.BooleanSupplier;

/** Receives each step, on the fitting thread, and can stop the fit between and within steps. */
@FunctionalInterface
public interface FitListener {

  /** Ignores all steps and never stops a fit. */
  FitListener SILENT = event -> true;

  /**
   * A step has finished.
   *
   * @return whether to continue; if false, the fit stops with the best result so far
   */
  boolean onStep(FitEvent event);

  /**
   * One of several searches has ended, or was not tried.
   *
   * @param report how it went
   */
  default void onSearch(SearchReport report) {}

  /**
   * Called every few milliseconds within a step, from any thread of the fit; must be cheap, and use
   * no backend.
   *
   * @return whether to stop the fit now, with the best result so far
   */
  default boolean isStopRequested() {
    return false;
  }

  /**
   * This listener, which also stops the fit once {@code stop} returns true.
   *
   * @param stop called like {@link #isStopRequested}
   */
  default FitListener until(BooleanSupplier stop) {
    FitListener other = this;
    return new FitListener() {
      @Override
      public boolean onStep(FitEvent event) {
        return other.onStep(event) && !stop.getAsBoolean();
      }

      @Override
      public void onSearch(SearchReport report) {
        other.onSearch(report);
      }

      @Override
      public boolean isStopRequested() {
        return other.isStopRequested() || stop.getAsBoolean();
      }
    };
  }
}
