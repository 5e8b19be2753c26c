package org.latentfeature.fit.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.latentfeature.io.Excerpt;
import org.latentfeature.io.NumberText;

/**
 * Which names features can have: such as are read back from a table's header, and look in every
 * place as they are. Names are chosen, not found in data, so those that need care are refused.
 */
final class FeatureNames {

  /** Characters of the longest name. */
  static final int LONGEST = 60;

  /** The names that features without a name get. */
  private static final Pattern NUMBERED = Pattern.compile("f[0-9]+");

  private static final Pattern SEPARATOR = Pattern.compile("[,;]");

  /** Control characters, ends of lines, marks of direction, and halves of characters. */
  private static final Pattern UNSEEN =
      Pattern.compile(
          "[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\x{61C}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}]");

  private FeatureNames() {}

  /**
   * A copy of {@code names}; null if all are empty.
   *
   * @throws IllegalArgumentException naming the feature, the name and the way out
   */
  static @Nullable List<String> checked(@Nullable List<String> names, int features) {
    if (names == null) {
      return null;
    }
    if (names.size() != features) {
      throw new IllegalArgumentException(names.size() + " names for " + features + " features");
    }
    Map<String, Integer> numbers = new HashMap<>();
    for (int k = 0; k < features; k++) {
      String name = names.get(k);
      if (name.isEmpty()) {
        continue;
      }
      String fault = fault(name);
      if (fault != null) {
        throw new IllegalArgumentException(
            "the name of feature %d, %s, %s".formatted(k + 1, Excerpt.of(name), fault));
      }
      Integer other = numbers.put(name, k + 1);
      if (other != null) {
        throw new IllegalArgumentException(
            "features %d and %d are both named %s; choose another name for one"
                .formatted(other, k + 1, Excerpt.of(name)));
      }
    }
    return numbers.isEmpty() ? null : List.copyOf(names);
  }

  private static @Nullable String fault(String name) {
    if (UNSEEN.matcher(name).find()) {
      return "has a control character; leave it out";
    }
    if (!name.equals(name.strip())) {
      return "begins or ends in a blank; leave that out";
    }
    if (SEPARATOR.matcher(name).find()) {
      return "has a comma or a semicolon, which separate columns; leave it out";
    }
    if (name.codePointCount(0, name.length()) > LONGEST) {
      return "is longer than %d characters; shorten it".formatted(LONGEST);
    }
    if (NumberText.isNumber(name) || NumberText.isMissing(name)) {
      return "would be read as a number or a missing value in a header; add a letter";
    }
    if (NUMBERED.matcher(name).matches()) {
      return "is what tables call a feature without a name; choose another one";
    }
    return null;
  }
}
