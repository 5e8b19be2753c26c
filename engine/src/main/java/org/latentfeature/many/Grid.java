package org.latentfeature.many;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.lasso.Corrective;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;

/**
 * Options of many fits: every combination is one fit. {@link #DEFAULT} has one value of each but K;
 * the {@code with…} methods change one.
 *
 * @param k numbers of features; may be empty where the list gives them
 * @param penalties of the convex fit; empty for the default sequence
 * @param methods how K features are reached
 * @param seeds of the fits' random numbers
 * @param bootstraps resamples of the rows, each fitted beside the data themselves; 0 for none
 * @param corrective solver of the corrective step, of all fits; null for each method's own
 * @param timeLimit of each fit; null for none
 */
public record Grid(
    List<Integer> k,
    List<Penalty> penalties,
    List<Method> methods,
    List<Long> seeds,
    int bootstraps,
    @Nullable Corrective corrective,
    @Nullable Duration timeLimit) {

  /** One fit of each line, which must have its K. */
  public static final Grid DEFAULT =
      new Grid(List.of(), List.of(), List.of(Method.BEST), List.of(0L), 0, null, null);

  /**
   * Keeps unmodifiable copies.
   *
   * @throws IllegalArgumentException if there is no method or no seed, or a negative number of
   *     resamples
   */
  public Grid {
    k = List.copyOf(k);
    penalties = List.copyOf(penalties);
    methods = List.copyOf(methods);
    seeds = List.copyOf(seeds);
    if (methods.isEmpty() || seeds.isEmpty()) {
      throw new IllegalArgumentException("a grid needs at least one method and one seed");
    }
    if (bootstraps < 0) {
      throw new IllegalArgumentException(bootstraps + " bootstraps; there must be at least 0");
    }
  }

  /** One fit of each line with K features. */
  public static Grid of(int k) {
    return DEFAULT.withK(List.of(k));
  }

  /** With other numbers of features. */
  public Grid withK(List<Integer> values) {
    return new Grid(values, penalties, methods, seeds, bootstraps, corrective, timeLimit);
  }

  /** With these penalties, or the default sequence if there are none. */
  public Grid withPenalties(List<Penalty> values) {
    return new Grid(k, values, methods, seeds, bootstraps, corrective, timeLimit);
  }

  /** With other methods. */
  public Grid withMethods(List<Method> values) {
    return new Grid(k, penalties, values, seeds, bootstraps, corrective, timeLimit);
  }

  /** With other seeds. */
  public Grid withSeeds(List<Long> values) {
    return new Grid(k, penalties, methods, values, bootstraps, corrective, timeLimit);
  }

  /** With another number of resamples. */
  public Grid withBootstraps(int value) {
    return new Grid(k, penalties, methods, seeds, value, corrective, timeLimit);
  }

  /** With another solver of the corrective step, or null for each method's own. */
  public Grid withCorrective(@Nullable Corrective value) {
    return new Grid(k, penalties, methods, seeds, bootstraps, value, timeLimit);
  }

  /** With a time limit for each fit, or null for none. */
  public Grid withTimeLimit(@Nullable Duration value) {
    return new Grid(k, penalties, methods, seeds, bootstraps, corrective, value);
  }

  /** Every combination of K, penalty, method and seed, the seeds changing fastest. */
  List<LassoOptions> options() {
    List<LassoOptions> all = new ArrayList<>();
    for (int features : k) {
      for (int p = 0; p < Math.max(1, penalties.size()); p++) {
        Penalty penalty = penalties.isEmpty() ? null : penalties.get(p);
        for (Method method : methods) {
          LassoOptions defaults = LassoOptions.of(features, method);
          LassoOptions each =
              defaults
                  .withPenalty(penalty)
                  .withCorrective(corrective == null ? defaults.corrective() : corrective)
                  .withTimeLimit(timeLimit);
          for (long seed : seeds) {
            all.add(each.withSeed(seed));
          }
        }
      }
    }
    return all;
  }
}
