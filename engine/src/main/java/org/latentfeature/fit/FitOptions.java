package org.latentfeature.fit;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Options of a fit by any estimator. Immutable. The estimator's own options are in its {@link
 * OptionTable}.
 */
public interface FitOptions {

  /** Name of the number of features. */
  String K = "k";

  /** Name of the seed. */
  String SEED = "seed";

  /** Name of the time limit, in seconds. */
  String TIME_LIMIT = "time-limit";

  /** Name of what becomes of columns without a known entry, where an estimator has a choice. */
  String EMPTY_COLUMNS = "empty-columns";

  /** Value of {@value #EMPTY_COLUMNS} by which W is NaN in them. */
  String DROP = "drop";

  /** Returns whether {@code name} is an option that every estimator has. */
  static boolean isShared(String name) {
    return name.equals(K) || name.equals(SEED) || name.equals(TIME_LIMIT);
  }

  /**
   * Checks K.
   *
   * @throws OptionException if it is below 1
   */
  static void requireFeatures(int k) {
    if (k < 1) {
      throw new OptionException("K", "is " + k + "; a fit needs at least 1 feature");
    }
  }

  /** Number of features, K, or its maximum. */
  int k();

  /** The seed of every random number of the fit. */
  long seed();

  /** Time after which the fit stops with the best result so far; null for no limit. */
  @Nullable Duration timeLimit();

  /**
   * Returns whether columns without a known entry are left out of the fit; otherwise they are
   * errors.
   */
  default boolean dropsEmptyColumns() {
    return false;
  }

  /** These options with another seed. */
  FitOptions withSeed(long value);

  /** These options with a time limit, or null for none. */
  FitOptions withTimeLimit(@Nullable Duration value);

  /**
   * The options by name, as models and tables store them. The seed is not among them: the manifest
   * stores it separately.
   */
  Map<String, String> words();

  /** One line: K, the seed, and what differs from {@code defaults}. */
  default String line(FitOptions defaults) {
    Map<String, String> usual = defaults.words();
    StringBuilder line = new StringBuilder("K = %d, seed %d".formatted(k(), seed()));
    words()
        .forEach(
            (name, word) -> {
              if (!word.equals(usual.get(name)) && !name.equals(K)) {
                line.append(", ").append(name).append(' ').append(word);
              }
            });
    return line.toString();
  }
}
