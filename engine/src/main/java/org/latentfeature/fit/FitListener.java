package org.latentfeature.fit;

/** Told of each greedy step, on the fitting thread. */
@FunctionalInterface
public interface FitListener {

  /** Hears nothing and never stops a fit. */
  FitListener SILENT = event -> true;

  /**
   * One greedy step is done.
   *
   * @return whether to go on; if not, the fit ends with the best so far
   */
  boolean onStep(FitEvent event);
}
