package org.latentfeature.many;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.latentfeature.lasso.LassoOptions;
import org.latentfeature.lasso.Method;
import org.latentfeature.lasso.Penalty;

/**
 * Names of problems, which are names of files in one folder on any system.
 *
 * <p>A problem that its list does not name is called after its file and options. The name depends
 * on nothing else: a list or a grid may grow, and what was fitted keeps its name.
 */
final class ProblemName {

  /** Bytes that most file systems allow, less the extension. */
  private static final int LONGEST = 200;

  private static final String FORBIDDEN = "/\\:*?\"<>|";

  private ProblemName() {}

  /**
   * Refuses what is no name of a file on every system.
   *
   * @throws IllegalArgumentException with the name and what is wrong with it
   */
  static void require(String name) {
    String fault = null;
    if (name.isBlank()) {
      fault = "it is empty";
    } else if (name.startsWith(".")) {
      fault = "it begins with a full stop";
    } else if (name.length() > LONGEST) {
      fault = "it is longer than " + LONGEST + " characters";
    } else if (!name.equals(name.strip())) {
      fault = "it begins or ends with a space";
    } else if (name.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0 || Character.isISOControl(c))) {
      fault = "none of " + String.join(" ", FORBIDDEN.split("", -1)) + " may be in it";
    }
    if (fault != null) {
      throw new IllegalArgumentException(
          "'%s' cannot name a model's file: %s"
              .formatted(name.replaceAll("\\p{Cntrl}", "·"), fault));
    }
  }

  /** The words of a path without its extension, fit for a name: {@code ../a/X.npy} is a-X. */
  static String ofFile(String source) {
    String path = source.replaceFirst("\\.[A-Za-z]+$", "");
    List<String> words = new ArrayList<>();
    for (String word : path.split("[/\\\\]+", -1)) {
      String clean = word.replaceAll("[^\\p{L}\\p{N}._=+-]+", "-").replaceFirst("^\\.+", "");
      if (!clean.isEmpty()) {
        words.add(clean);
      }
    }
    String name = String.join("-", words);
    return name.isEmpty() ? "data" : name;
  }

  /** K and seed, and what else differs from the defaults, as the end of a name. */
  static String options(LassoOptions options, int resample) {
    StringBuilder words = new StringBuilder(features(options) + seed(options));
    if (options.penalty() != null) {
      words.append(penalty(options.penalty()));
    }
    if (options.method() != Method.BEST) {
      words.append(method(options));
    }
    return words.append(resample(resample)).toString();
  }

  static String features(LassoOptions options) {
    return "-k" + options.k();
  }

  static String seed(LassoOptions options) {
    return "-seed" + options.seed();
  }

  static String method(LassoOptions options) {
    return "-" + options.method().name().toLowerCase(Locale.ROOT);
  }

  static String penalty(Penalty penalty) {
    if (penalty instanceof Penalty.Relative p) {
      return "-relative" + number(p.share());
    }
    if (penalty instanceof Penalty.LambdaTau p) {
      return "-lambda" + number(p.lambda()) + "-tau" + number(p.tau());
    }
    return "-mu" + number(((Penalty.Absolute) penalty).mu());
  }

  static String resample(int number) {
    return number == 0 ? "" : "-boot" + number;
  }

  private static String number(double value) {
    return Double.toString(value).replaceFirst("\\.0$", "");
  }
}
