package org.latentfeature.spark;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.ml.param.Param;
import org.latentfeature.fit.scale.Samplable;

/** Options of an estimator as words, {@code name=value} each. */
final class OptionWords {

  private OptionWords() {}

  /**
   * The values by name.
   *
   * @param params of the estimator of Spark, which are no options
   * @param of whose options they are
   * @throws IllegalArgumentException naming the word that is none, or has been given before
   */
  static Map<String, String> read(String[] words, Param<?>[] params, Samplable<?, ?> of) {
    Map<String, String> read = new TreeMap<>();
    for (String word : words) {
      int at = word.indexOf('=');
      if (at < 1) {
        throw new IllegalArgumentException(
            "option '%s' has no value; write it as name=value".formatted(word));
      }
      String name = word.substring(0, at);
      if (of.table().find(name) == null) {
        requireNoParam(name, params);
        of.table().without(of.unsampled()).requireKnown(name);
      }
      if (read.put(name, word.substring(at + 1)) != null) {
        throw new IllegalArgumentException("option %s is given twice; drop one".formatted(name));
      }
    }
    return read;
  }

  private static void requireNoParam(String name, Param<?>[] params) {
    for (Param<?> param : params) {
      String known = param.name();
      if (known.equalsIgnoreCase(name.replaceAll("[-_]", ""))) {
        throw new IllegalArgumentException(
            "%s is a parameter, not an option of the estimator; call set%s"
                .formatted(
                    name, known.substring(0, 1).toUpperCase(Locale.ROOT) + known.substring(1)));
      }
    }
  }
}
