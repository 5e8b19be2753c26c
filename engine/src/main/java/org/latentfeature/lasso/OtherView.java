package org.latentfeature.lasso;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.fit.FitListener;

/** Another view of X, in which Z is searched if no cheap search settles X as it is. */
public interface OtherView {

  /** Returns its name, such as {@code centred view}. */
  String name();

  /** Returns why it is no other view of these data, as one line; null if it is one. */
  @Nullable String refusal(StopSignal stop);

  /**
   * Searches it by verified columns and cumulants alone.
   *
   * @param listener stops the search, which then has no result
   * @return a fit of X whose codes are the ground truth in this view, as far as its singular values
   *     tell; empty if these searches find none
   */
  Optional<LassoResult> settled(FitListener listener);
}
