package org.latentfeature.factor;

import org.jspecify.annotations.Nullable;

/** A way to find features, of which a {@link Portfolio} tries several. */
public interface Search {

  /** Returns the name by which results and traces call it. */
  String name();

  /** Returns why it does not apply to the problem, as one line; null if it does. */
  default @Nullable String refusal(Workbench bench) {
    return null;
  }

  /** Offers what it finds to {@code bench}, until the ground truth is certain. */
  void run(Workbench bench);
}
