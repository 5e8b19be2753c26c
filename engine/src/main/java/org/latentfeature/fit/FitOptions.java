package org.latentfeature.fit;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a fit by any estimator is asked for. Immutable. */
public interface FitOptions {

  /** Number of features, K, or the most there may be. */
  int k();

  /** The seed of every random number of the fit. */
  long seed();

  /** When the fit ends with the best so far; null for never. */
  @Nullable Duration timeLimit();

  /**
   * The options by the names that users know them by, as models and tables state them. The seed is
   * not among them: a manifest has a place for it.
   */
  Map<String, String> words();

  /** {@link #words} and those that every estimator has; {@code own} is the estimator's. */
  static Map<String, String> words(FitOptions options, Map<String, String> own) {
    Map<String, String> words = new TreeMap<>(own);
    words.put("k", Integer.toString(options.k()));
    Duration limit = options.timeLimit();
    if (limit != null) {
      words.put("time-limit", Double.toString(limit.toNanos() / 1e9));
    }
    return words;
  }

  /** A constant as users write it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
