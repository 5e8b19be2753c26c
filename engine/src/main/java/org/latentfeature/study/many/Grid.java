package org.latentfeature.study.many;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.Phrase;
import org.latentfeature.fit.FitOption;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.Estimators;
import org.latentfeature.fit.estimator.FitRequest;

/**
 * Options of many fits: every combination is one fit. {@link #DEFAULT} has one value of each but K;
 * the {@code with…} methods change one.
 *
 * @param estimator that fits
 * @param k numbers of features; may be empty where the list gives them
 * @param values of the estimator's options, by name; what is not there has its default
 * @param seeds of the fits' random numbers
 * @param bootstraps resamples of the rows, each fitted beside the data themselves; 0 for none
 * @param timeLimit of each fit; null for none
 */
public record Grid(
    Estimator<?, ?> estimator,
    List<Integer> k,
    Map<String, List<String>> values,
    List<Long> seeds,
    int bootstraps,
    @Nullable Duration timeLimit) {

  /** Largest number of fits of a list. */
  public static final int MOST_FITS = 1_000_000;

  /** One fit of each line, which must have its K, by the default estimator. */
  public static final Grid DEFAULT =
      new Grid(Estimators.named(Estimators.DEFAULT), List.of(), Map.of(), List.of(0L), 0, null);

  /**
   * Keeps unmodifiable copies.
   *
   * @throws IllegalArgumentException if there is no seed, an option without a value, or a negative
   *     number of resamples
   */
  public Grid {
    k = List.copyOf(k);
    values = Map.copyOf(values);
    seeds = List.copyOf(seeds);
    if (seeds.isEmpty() || values.values().stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException(
          "a grid needs at least one seed, and one value for each option");
    }
    if (bootstraps < 0) {
      throw new IllegalArgumentException("bootstraps is " + bootstraps + "; it must be at least 0");
    }
  }

  /** One fit of each line with K features. */
  public static Grid of(int k) {
    return DEFAULT.withK(List.of(k));
  }

  /** Returns this grid with another estimator, whose options have their defaults. */
  public Grid withEstimator(Estimator<?, ?> value) {
    return value.name().equals(estimator.name())
        ? this
        : new Grid(value, k, Map.of(), seeds, bootstraps, timeLimit);
  }

  /** Returns this grid with other numbers of features. */
  public Grid withK(List<Integer> numbers) {
    return new Grid(estimator, numbers, values, seeds, bootstraps, timeLimit);
  }

  /**
   * Returns this grid with these values of an option.
   *
   * @param name of the option, or an alias of it
   * @throws IllegalArgumentException if the estimator has no such option, or it has no such value
   */
  public Grid with(String name, List<String> words) {
    FitOption<?, ?> option = estimator.table().find(name);
    if (option == null) {
      throw new IllegalArgumentException(
          "estimator %s has no option %s; choose one of %s"
              .formatted(
                  estimator.name(), name, String.join(", ", estimator.table().names().toList())));
    }
    String before = option.aliases().getOrDefault(name, "");
    Map<String, List<String>> all = new TreeMap<>(values);
    all.put(option.name(), words.stream().map(word -> option.canonical(before + word)).toList());
    return new Grid(estimator, k, all, seeds, bootstraps, timeLimit);
  }

  /** Returns this grid with other seeds. */
  public Grid withSeeds(List<Long> numbers) {
    return new Grid(estimator, k, values, numbers, bootstraps, timeLimit);
  }

  /** Returns this grid with another number of resamples. */
  public Grid withBootstraps(int value) {
    return new Grid(estimator, k, values, seeds, value, timeLimit);
  }

  /** Returns this grid with a time limit for each fit, or null for none. */
  public Grid withTimeLimit(@Nullable Duration value) {
    return new Grid(estimator, k, values, seeds, bootstraps, value);
  }

  /** Number of fits of a line: every combination, of the data and of each resample. */
  public double fits() {
    double count = (bootstraps + 1.) * seeds.size() * Math.max(1, k.size());
    for (List<String> words : values.values()) {
      count *= words.size();
    }
    return count;
  }

  /**
   * Checks that there are at most {@value #MOST_FITS} fits.
   *
   * @param count of all fits
   * @throws IllegalArgumentException if there are more
   */
  static void requireFew(double count) {
    if (count > MOST_FITS) {
      throw new IllegalArgumentException(
          "%,.0f fits are more than %,d; choose fewer seeds, resamples (%s) or values of options, or make lists of them"
              .formatted(count, MOST_FITS, Phrase.BOOTSTRAPS));
    }
  }

  /**
   * Refuses too many fits, and combinations of values that contradict each other, whatever K.
   *
   * @throws IllegalArgumentException that says which
   */
  public void requirePossible() {
    requireFew(fits());
    withK(List.of(1)).combinations();
  }

  /**
   * One combination.
   *
   * @param words what the grid says, by option
   */
  record Combination(FitRequest<?, ?> request, Map<String, String> words) {}

  /** Every combination of K, the options' values and seed, the seeds changing fastest. */
  List<Combination> combinations() {
    List<Map<String, String>> product = List.of(Map.of());
    for (FitOption<?, ?> option : estimator.table().options()) {
      List<String> own = values.get(option.name());
      if (own != null) {
        List<Map<String, String>> longer = new ArrayList<>();
        for (Map<String, String> words : product) {
          for (String word : own) {
            Map<String, String> more = new TreeMap<>(words);
            more.put(option.name(), word);
            longer.add(more);
          }
        }
        product = longer;
      }
    }
    List<Combination> all = new ArrayList<>();
    for (int features : k) {
      for (Map<String, String> words : product) {
        FitRequest<?, ?> request = estimator.request(features, words);
        for (long seed : seeds) {
          all.add(new Combination(request.with(seed, timeLimit), words));
        }
      }
    }
    return all;
  }
}
