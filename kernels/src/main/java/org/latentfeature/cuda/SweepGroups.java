package org.latentfeature.cuda;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.step.AtomSearch.Sweeps;

/**
 * Sweeps in groups, for whose objectives the host waits once: at most once for four sweeps and once
 * more. Fused sweeps end on the device, which does no more of them than the tolerance asks for; a
 * persistent kernel does all that there may be. By products, up to three sweeps more are done,
 * which never lower the objective; so they come in groups only where they are not much longer than
 * a wait. How many are done depends on the objectives and on the model of the GPU, not on time.
 * After a stop is asked for, the device still finishes the sweeps that are queued, at most a group.
 */
final class SweepGroups {

  /** Most sweeps of a group. */
  static final int MOST = SquaredNorms.PLACES;

  /** Most sweeps that one launch of a persistent kernel does. */
  static final int PERSISTENT = 64;

  /**
   * Seconds of a sweep up to which groups pay: five waits fewer of eight sweeps, 12 µs each, are
   * worth one sweep of that length, and one or two are too many on average.
   */
  private static final double SHORT = 5e-5;

  private SweepGroups() {}

  /** Sweeps of a group but for the first one. */
  static int size(SweepPlan plan, int cols, int rank, Gpu gpu) {
    if (plan.persistent()) {
      return PERSISTENT;
    }
    return plan.fused() != null || plan.sweeps().cost(cols, rank, gpu) < SHORT ? MOST : 1;
  }

  /** Some sweeps at once. */
  @FunctionalInterface
  interface Group {
    /**
     * The objectives after each of sweeps {@code first} to {@code first + count − 1}; of fewer
     * where one was the last.
     */
    double[] sweep(int first, int count);
  }

  /**
   * Sweeps until one gains less than a share of the objective. The first group has no more than the
   * two that every search needs, but of a persistent kernel, which ends them where they are due.
   *
   * @param most maximum number of sweeps
   * @param size of a group
   */
  static Sweeps until(double tolerance, int most, int size, Group group) {
    List<Double> objectives = new ArrayList<>();
    double last = 0;
    boolean settled = false;
    while (!settled && objectives.size() < most) {
      int first = objectives.size();
      int count = Math.min(most - first, first == 0 && size <= MOST ? Math.min(2, size) : size);
      double[] done = group.sweep(first, count);
      settled = done.length < count;
      for (double objective : done) {
        settled |= objective - last <= tolerance * objective;
        objectives.add(objective);
        last = objective;
      }
    }
    return new Sweeps(objectives);
  }
}
