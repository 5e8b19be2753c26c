package org.latentfeature.fit;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a fit by any estimator is asked for. Immutable. What is the estimator's own is in its {@link
 * OptionTable}.
 */
public interface FitOptions {

  /** Name of the number of features. */
  String K = "k";

  /** Name of the seed. */
  String SEED = "seed";

  /** Name of the time limit, in seconds. */
  String TIME_LIMIT = "time-limit";

  /** Number of features, K, or the most there may be. */
  int k();

  /** The seed of every random number of the fit. */
  long seed();

  /** When the fit ends with the best so far; null for never. */
  @Nullable Duration timeLimit();

  /** These options with another seed. */
  FitOptions withSeed(long value);

  /** These options with a time limit, or null for none. */
  FitOptions withTimeLimit(@Nullable Duration value);

  /**
   * The options by the names that users know them by, as models and tables state them. The seed is
   * not among them: a manifest has a place for it.
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
