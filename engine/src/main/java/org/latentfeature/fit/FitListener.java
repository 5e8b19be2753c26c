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
   * A search was not tried, since it does not apply to the data.
   *
   * @param search its name
   * @param reason one line
   */
  default void onRefusal(String search, String reason) {}

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
    FitListener heard = this;
    return new FitListener() {
      @Override
      public boolean onStep(FitEvent event) {
        return heard.onStep(event) && !stop.getAsBoolean();
      }

      @Override
      public void onRefusal(String search, String reason) {
        heard.onRefusal(search, reason);
      }

      @Override
      public boolean isStopRequested() {
        return heard.isStopRequested() || stop.getAsBoolean();
      }
    };
  }
}
