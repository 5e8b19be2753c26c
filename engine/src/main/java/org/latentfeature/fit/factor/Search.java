package org.latentfeature.fit.factor;

import org.jspecify.annotations.Nullable;

/**
 * A way to find features, of which a {@link Portfolio} tries several.
 *
 * @param <B> where it works
 */
public interface Search<B extends Workbench> {

  /** Returns the name by which results and traces call it. */
  String name();

  /** Returns why it does not apply to the problem, as one line; null if it does. */
  default @Nullable String refusal(B bench) {
    return null;
  }

  /** Leaves what it finds on {@code bench}, until the ground truth is certain. */
  void run(B bench);

  /** Leaves what it has found on {@code bench}, after it was stopped. */
  default void stopped(B bench) {}
}
