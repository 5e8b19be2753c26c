package org.latentfeature.evidence.figures;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Which runs of an experiment are wanted.
 *
 * @param dataSets names, in upper or lower case; all if empty
 * @param methods names as in the tables; all if empty
 * @param features the K; each data set's own if empty
 * @param seeds each method runs once with each
 * @param timeLimit when to end each run with the best so far; null for never
 */
public record Selection(
    List<String> dataSets,
    List<String> methods,
    List<Integer> features,
    List<Long> seeds,
    @Nullable Duration timeLimit) {

  /** Everything. */
  public static final Selection ALL =
      new Selection(List.of(), List.of(), List.of(), seeds(3), null);

  /**
   * Checks and keeps unmodifiable copies.
   *
   * @throws IllegalArgumentException if a method is unknown, a K is below 1 or there are no seeds
   */
  public Selection {
    dataSets = List.copyOf(dataSets);
    methods = List.copyOf(methods);
    features = features.stream().distinct().sorted().toList();
    seeds = seeds.stream().distinct().toList();
    methods.forEach(Approach::of);
    if (!features.isEmpty() && features.get(0) < 1) {
      throw new IllegalArgumentException("K is " + features.get(0) + "; it must be at least 1");
    }
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("there are no seeds; at least 1 run is needed");
    }
  }

  /** The seeds 0 … count − 1. */
  public static List<Long> seeds(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  /** These runs on other data sets. */
  public Selection withDataSets(List<String> names) {
    return new Selection(names, methods, features, seeds, timeLimit);
  }

  /** These runs by other methods. */
  public Selection withMethods(List<String> names) {
    return new Selection(dataSets, names, features, seeds, timeLimit);
  }

  /** These runs with other K. */
  public Selection withFeatures(List<Integer> k) {
    return new Selection(dataSets, methods, k, seeds, timeLimit);
  }

  /** These runs with other seeds. */
  public Selection withSeeds(List<Long> values) {
    return new Selection(dataSets, methods, features, values, timeLimit);
  }

  /** These runs with another limit. */
  public Selection withTimeLimit(@Nullable Duration limit) {
    return new Selection(dataSets, methods, features, seeds, limit);
  }

  boolean hasData(String name) {
    return dataSets.isEmpty() || dataSets.stream().anyMatch(name::equalsIgnoreCase);
  }

  boolean has(Approach approach) {
    return methods.isEmpty() || methods.contains(approach.key());
  }

  /**
   * Makes sure that there is what is asked for.
   *
   * @param known names of data sets
   * @throws IllegalArgumentException naming the first that there is not, and those that there are
   */
  void requireAmong(List<String> known) {
    for (String name : dataSets) {
      if (known.stream().noneMatch(name::equalsIgnoreCase)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "there is no data set named %s; there are %s",
                name,
                String.join(", ", known)));
      }
    }
  }
}
