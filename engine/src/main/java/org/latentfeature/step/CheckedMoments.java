package org.latentfeature.step;

import org.latentfeature.base.linalg.Dense;

/** Second moments, asked for by their owner while they are open. */
final class CheckedMoments implements Moments {

  private final Moments moments;
  private final Guard guard;

  CheckedMoments(Moments moments, Guard guard) {
    this.moments = moments;
    this.guard = guard;
  }

  @Override
  public Dense rowGram() {
    guard.enter();
    return moments.rowGram();
  }

  @Override
  public Dense columnGram() {
    guard.enter();
    return moments.columnGram();
  }

  @Override
  public Dense columnGram(Dense directions) {
    guard.enter();
    Guard.require(
        directions.cols() == guard.cols(),
        "directions of %d entries for rows of %d",
        directions.cols(),
        guard.cols());
    return moments.columnGram(directions);
  }

  @Override
  public void close() {
    if (guard.closes()) {
      moments.close();
    }
  }
}
