package org.latentfeature.bench.step;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latentfeature.data.SyntheticProblem;

/**
 * The size of a benchmark's problem, written {@code 1000x1000x35}.
 *
 * @param rows N
 * @param cols D
 * @param features K
 */
public record ProblemSize(int rows, int cols, int features) {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})[x×](\\d{1,9})[x×](\\d{1,9})");

  /** Deviation of the noise. */
  static final double NOISE = 0.1;

  private static final long SEED = 1;

  /**
   * The size that {@code text} says.
   *
   * @throws IllegalArgumentException if it says none
   */
  public static ProblemSize parse(String text) {
    Matcher numbers = TEXT.matcher(text);
    if (numbers.matches()) {
      int n = Integer.parseInt(numbers.group(1));
      int d = Integer.parseInt(numbers.group(2));
      int k = Integer.parseInt(numbers.group(3));
      if (d >= 1 && k >= 1 && n > k) {
        return new ProblemSize(n, d, k);
      }
    }
    throw new IllegalArgumentException(
        "'%s' is no size of a problem; write rows x columns x features, as 1000x1000x35, with more rows than features"
            .formatted(text));
  }

  /** A problem of this size with a known truth: W i.i.d. N(0, 1), noise of deviation 0.1. */
  public SyntheticProblem generate() {
    return SyntheticProblem.dense(rows, cols, features, NOISE, SEED);
  }

  /** Bytes of X and its residual, which the steps go through. */
  public long bytes() {
    return 2L * Float.BYTES * rows * cols;
  }

  /** As {@link #parse} reads it. */
  public String text() {
    return rows + "x" + cols + "x" + features;
  }
}
