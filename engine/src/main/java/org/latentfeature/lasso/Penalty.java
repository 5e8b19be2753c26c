package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.OptionException;
import org.latentfeature.io.NumberText;

/**
 * The penalty of the convex fit. All forms determine μ in F(V) = 1/(2N)‖X − Z V‖² + μ Σ_k ‖v_k‖₂.
 */
public sealed interface Penalty {

  /** Returns whether the penalty is 0. */
  boolean isZero();

  /**
   * μ itself, at least 0, in units of X times the root of D's count over N.
   *
   * @param mu μ
   */
  record Absolute(double mu) implements Penalty {
    /** Checks that μ is finite and not negative. */
    public Absolute {
      requireNonNegative("penalty", mu);
    }

    @Override
    public boolean isZero() {
      return mu == 0;
    }
  }

  /**
   * The paper's pair (eq. 6 and 11): μ = √(2λτ).
   *
   * @param lambda λ
   * @param tau τ
   */
  record LambdaTau(double lambda, double tau) implements Penalty {
    /** Checks that both are finite and not negative. */
    public LambdaTau {
      requireNonNegative("lambda", lambda);
      requireNonNegative("tau", tau);
    }

    @Override
    public boolean isZero() {
      return Math.sqrt(2 * lambda * tau) == 0;
    }
  }

  /** μ as a share of the smallest one that keeps every atom out, max_z ‖Xᵀz‖ / N. */
  record Relative(double share) implements Penalty {
    /** Checks that the share is finite and not negative. */
    public Relative {
      requireNonNegative("relative penalty", share);
    }

    @Override
    public boolean isZero() {
      return share == 0;
    }
  }

  /** The penalty in models and tables; {@code default} for none. */
  static String words(@Nullable Penalty penalty) {
    if (penalty instanceof Absolute p) {
      return "mu " + p.mu();
    }
    if (penalty instanceof LambdaTau p) {
      return "lambda " + p.lambda() + " tau " + p.tau();
    }
    if (penalty instanceof Relative p) {
      return "relative " + p.share();
    }
    return "default";
  }

  /**
   * Parses {@link #words}, or a number as an absolute penalty; null if the text is neither.
   *
   * @throws IllegalArgumentException if it is negative or not finite
   */
  static @Nullable Penalty parse(String words) {
    String[] word = words.split(" ", -1);
    if (word.length == 1 && NumberText.isNumber(word[0])) {
      return new Absolute(NumberText.parse(word[0]));
    }
    for (int i = 1; i < word.length; i += 2) {
      if (!NumberText.isNumber(word[i])) {
        return null;
      }
    }
    if (word.length == 4 && word[0].equals("lambda") && word[2].equals("tau")) {
      return new LambdaTau(NumberText.parse(word[1]), NumberText.parse(word[3]));
    }
    if (word.length != 2) {
      return null;
    }
    return switch (word[0]) {
      case "mu" -> new Absolute(NumberText.parse(word[1]));
      case "relative" -> new Relative(NumberText.parse(word[1]));
      default -> null;
    };
  }

  private static void requireNonNegative(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new OptionException(name, "is " + value + "; it must be a finite number of at least 0");
    }
  }
}
