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
  public void close() {
    if (guard.closes()) {
      moments.close();
    }
  }
}
