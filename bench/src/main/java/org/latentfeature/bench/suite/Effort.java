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

  /**
   * X from here on makes a whole fit so long that the run which counts its work is warm-up enough.
   */
  private static final long LARGE = 10_000_000;

  /** What {@code kind} needs of this on {@code size}. */
  Effort on(StepKind kind, ProblemSize size) {
    boolean longFit = kind == StepKind.FIT && (long) size.rows() * size.cols() >= LARGE;
    return longFit ? new Effort(0, 2, millis) : this;
  }
}
