package org.latentfeature.bench.suite;

import org.latentfeature.bench.step.ProblemSize;

/**
 * How long one step is measured.
 *
 * @param warmUps iterations that are not counted
 * @param iterations that are
 * @param millis least length of an iteration; one run at least
 */
record Effort(int warmUps, int iterations, int millis) {

  /** For the selection. */
  static final Effort BRIEF = new Effort(2, 4, 400);

  /** For all of it. */
  static final Effort THOROUGH = new Effort(3, 10, 1000);

  /** Entries of X from which on a whole fit takes many times as long as any step. */
  private static final long LARGE = 10_000_000;

  /** Returns whether the step is a fit that takes too long to be run again and again. */
  static boolean isLong(StepKind kind, ProblemSize size) {
    return kind == StepKind.FIT && (long) size.rows() * size.cols() >= LARGE;
  }

  /**
   * Returns the effort for {@code kind} on {@code size}: a long fit gets two iterations without a
   * warm-up, because the first run warms it up.
   */
  Effort on(StepKind kind, ProblemSize size) {
    return isLong(kind, size) ? new Effort(0, 2, millis) : this;
  }
}
