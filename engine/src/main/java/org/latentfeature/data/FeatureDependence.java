package org.latentfeature.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The dependence of features within a row; rows are independent.
 *
 * @param form kind of dependence
 * @param strength the R of its form; 0 of {@link Form#NONE}
 */
public record FeatureDependence(Form form, double strength) {

  /** Features are independent. */
  public static final FeatureDependence NONE = new FeatureDependence(Form.NONE, 0);

  /** The form of dependence, which gives the strength R its meaning. */
  public enum Form {

    /** Features are independent. */
    NONE(""),

    /**
     * Gaussian copula with one common factor: z_k = 1 where √R f + √(1−R) g_k exceeds the quantile
     * of 1 − p_k, f and all g_k standard normal. R is the correlation of any two of these sums.
     */
    FACTOR("at least 0 and below 1"),

    /**
     * Features come in pairs, first and second, third and fourth and so on, of which the second
     * differs from the first in a share R of the rows, equally often in both directions, so that
     * both have the same prevalence.
     */
    PAIRS("above 0 and below 1"),

    /**
     * Feature k equals feature k−1 with probability R, and is otherwise drawn with its own
     * prevalence. So if prevalences differ, that of a feature is drawn towards that of the one
     * before.
     */
    CHAIN("at least 0 and below 1");

    private final String range;

    Form(String range) {
      this.range = range;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private boolean allows(double strength) {
      return switch (this) {
        case NONE -> strength == 0;
        case PAIRS -> strength > 0 && strength < 1;
        case FACTOR, CHAIN -> strength >= 0 && strength < 1;
      };
    }
  }

  /** Checks the range. */
  public FeatureDependence {
    if (!form.allows(strength)) {
      throw new IllegalArgumentException(
          "dependence is %s:%s; the R of %s:R must be %s"
              .formatted(form.word(), strength, form.word(), form.range));
    }
  }

  /**
   * Reads {@code none}, {@code factor:R}, {@code pairs:R} or {@code chain:R}.
   *
   * @throws IllegalArgumentException if it is none of these, or R is out of range
   */
  public static FeatureDependence of(String text) {
    if (text.equals(NONE.toString())) {
      return NONE;
    }
    int colon = text.indexOf(':');
    for (Form form : Form.values()) {
      if (form != Form.NONE && colon >= 0 && text.substring(0, colon).equals(form.word())) {
        return new FeatureDependence(form, strength(text, text.substring(colon + 1)));
      }
    }
    throw new IllegalArgumentException(
        "dependence is '%s'; choose one of %s".formatted(text, String.join(", ", words())));
  }

  /** Returns the texts that {@link #of} reads, in which R stands for a number. */
  public static List<String> words() {
    return Arrays.stream(Form.values())
        .map(form -> form == Form.NONE ? form.word() : form.word() + ":R")
        .collect(Collectors.toUnmodifiableList());
  }

  private static double strength(String text, String number) {
    try {
      return Double.parseDouble(number);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "dependence is '%s'; '%s' is not a number".formatted(text, number), e);
    }
  }

  /** Checks that features of these prevalences can have this dependence. */
  void requireFor(Prevalence prevalence) {
    double most = 2 * Math.min(prevalence.first(), 1 - prevalence.last());
    if (form == Form.PAIRS && strength > most) {
      throw new IllegalArgumentException(
          "dependence is %s, but features of prevalence %s differ in at most %.3g of the rows; choose a smaller R, or a prevalence nearer to 0.5"
              .formatted(this, prevalence, most));
    }
  }

  /** As {@link #of} reads it. */
  @Override
  public String toString() {
    return form == Form.NONE ? form.word() : form.word() + ":" + strength;
  }
}
