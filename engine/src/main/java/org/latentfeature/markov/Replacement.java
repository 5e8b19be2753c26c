package org.latentfeature.markov;

import org.latentfeature.base.linalg.Dense;

/**
 * A model with one feature replaced by another.
 *
 * @param model with the other feature in its place
 * @param feature which is replaced
 * @param gain estimate of what the lower bound gains by it in one step; mostly negative
 */
record Replacement(MarkovParameters model, int feature, double gain) {

  /**
   * {@code model} with feature {@code feature} replaced.
   *
   * @param direction of the new feature, 1×D, not 0
   * @param length ‖w‖ of the new feature
   * @param like features whose transitions the new one's are the mean of; empty for those that the
   *     old one has
   */
  static MarkovParameters in(
      MarkovParameters model, int feature, Dense direction, double length, int[] like) {
    Dense w = model.w().copy();
    double scale = length / direction.rowNorm(0);
    for (int d = 0; d < w.cols(); d++) {
      w.set(feature, d, scale * direction.get(0, d));
    }
    return model.with(w, like.length == 0 ? model.counts() : counts(model, feature, like));
  }

  /** {@code model} without a feature: with zeros in its place. */
  static MarkovParameters without(MarkovParameters model, int feature) {
    Dense w = model.w().copy();
    for (int d = 0; d < w.cols(); d++) {
      w.set(feature, d, 0);
    }
    return model.with(w, model.counts());
  }

  private static Dense counts(MarkovParameters model, int feature, int[] like) {
    Dense counts = model.counts().copy();
    int state = feature + 1;
    for (int other = 0; other < counts.rows(); other++) {
      double to = 0;
      double from = 0;
      for (int f : like) {
        to += model.counts().get(other, f + 1);
        from += model.counts().get(f + 1, other);
      }
      counts.set(other, state, to / like.length);
      counts.set(state, other, from / like.length);
    }
    counts.set(state, state, 0);
    return counts;
  }
}
