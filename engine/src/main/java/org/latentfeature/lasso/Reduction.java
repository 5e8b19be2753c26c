package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.OptionException;
import org.latentfeature.io.NumberText;

/**
 * The number R of singular vectors that the convex fit and the path see of X (docs/lasso.md,
 * section 12).
 *
 * @param vectors R, at least 1; {@link #AUTO} and {@link #NONE} have their own
 */
public record Reduction(int vectors) {

  /** As many as the spectrum asks for, where that gains time or accuracy. */
  public static final Reduction AUTO = new Reduction(0);

  /** All: X as it is. */
  public static final Reduction NONE = new Reduction(Integer.MAX_VALUE);

  /** Checks the range. */
  public Reduction {
    if (vectors < 0) {
      throw outOfRange(Integer.toString(vectors));
    }
  }

  /** The word in models, tables and command lines. */
  String word() {
    if (equals(AUTO)) {
      return "auto";
    }
    return equals(NONE) ? "none" : Integer.toString(vectors);
  }

  /** Parses {@link #word}; null if the text is none. */
  static @Nullable Reduction parse(String word) {
    return switch (word) {
      case "auto" -> AUTO;
      case "none" -> NONE;
      default -> NumberText.isNumber(word) ? ofNumber(NumberText.parse(word)) : null;
    };
  }

  private static @Nullable Reduction ofNumber(double vectors) {
    if (vectors != Math.rint(vectors) || Math.abs(vectors) >= Integer.MAX_VALUE) {
      return null;
    }
    if (vectors < 1) {
      throw outOfRange(Integer.toString((int) vectors));
    }
    return new Reduction((int) vectors);
  }

  /**
   * Checks that K features have room in R dimensions.
   *
   * @throws IllegalArgumentException with R and K
   */
  void requireRoomFor(int k) {
    if (!equals(AUTO) && vectors < k) {
      throw outOfRange("%d for K = %d".formatted(vectors, k));
    }
  }

  private static IllegalArgumentException outOfRange(String value) {
    return new OptionException(
        "reduce", "is " + value + "; it must be auto, none or a number of at least K");
  }

  @Override
  public String toString() {
    return word();
  }
}
