package org.latentfeature.fit.factor;

import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.SearchReport;

/**
 * The place where the searches of a {@link Portfolio} work. It keeps the best that any of them has
 * found, and knows how that compares with the ground truth.
 */
public interface Workbench {

  /** Returns what measures times, hears of steps and signals when to stop. */
  FitMonitor monitor();

  /**
   * Sets the method of the following results.
   *
   * @param name of the search that finds them
   */
  void method(String name);

  /** Returns the rmse of the best, on the original data; NaN if there is none. */
  double rmse();

  /** Returns whether the best has no more error than the ground truth. */
  boolean isReached();

  /** Returns whether there is, besides, no doubt that another factorisation leaves as little. */
  boolean isCertain();

  /**
   * Reports that a search is not tried.
   *
   * @param search its name
   * @param reason why it does not apply
   */
  default void refused(String search, String reason) {
    monitor().searched(SearchReport.refused(search, reason));
  }
}
