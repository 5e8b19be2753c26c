package org.latentfeature.cuda.driver;

import org.jspecify.annotations.Nullable;

/** Gives things back one after another: all of them, whichever fails. */
final class Release {

  private @Nullable RuntimeException first;

  /** Gives one thing back. */
  @FunctionalInterface
  interface Step {
    void run();
  }

  void one(Step step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      if (first == null) {
        first = e;
      } else {
        first.addSuppressed(e);
      }
    }
  }

  /** Gives back after a failure; what goes wrong meanwhile is kept there as suppressed. */
  static void after(Throwable failure, Step step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** Throws the first failure, if there was one, with the others suppressed. */
  void done() {
    if (first != null) {
      throw first;
    }
  }
}
