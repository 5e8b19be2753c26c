package org.latentfeature.data;

/**
 * The share of rows that have a feature: one for all features, or spread evenly from the first to
 * the last.
 *
 * @param first prevalence of the first feature, above 0 and below 1
 * @param last prevalence of the last feature, at least {@code first} and below 1
 */
public record Prevalence(double first, double last) {

  /** Half of the rows have each feature. */
  public static final Prevalence HALF = new Prevalence(.5, .5);

  /** Checks the range. */
  public Prevalence {
    if (!(first > 0 && last < 1)) {
      throw new IllegalArgumentException(
          "prevalence is %s; it must be above 0 and below 1".formatted(words(first, last)));
    }
    if (!(first <= last)) {
      throw new IllegalArgumentException(
          "prevalence is %s; write the smaller number first".formatted(words(first, last)));
    }
  }

  /**
   * Reads {@code P} or {@code P..Q}.
   *
   * @throws IllegalArgumentException if it is neither, or out of range
   */
  public static Prevalence of(String text) {
    int dots = text.indexOf("..");
    double first;
    double last;
    try {
      first = Double.parseDouble(dots < 0 ? text : text.substring(0, dots));
      last = dots < 0 ? first : Double.parseDouble(text.substring(dots + 2));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "prevalence is '%s'; it must be a number such as 0.2, or a range such as 0.1..0.5"
              .formatted(text),
          e);
    }
    return new Prevalence(first, last);
  }

  /**
   * The prevalences of K = {@code features} features, in order; the middle if there is one feature.
   */
  double[] spread(int features) {
    double[] each = new double[features];
    for (int k = 0; k < features; k++) {
      double at = features == 1 ? .5 : k / (features - 1.0);
      each[k] = first + at * (last - first);
    }
    return each;
  }

  /** As {@link #of} reads it. */
  @Override
  public String toString() {
    return words(first, last);
  }

  private static String words(double first, double last) {
    return first == last || Double.isNaN(last) ? Double.toString(first) : first + ".." + last;
  }
}
