package org.latentfeature.step;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;

/** Projections with their arguments checked. */
final class CheckedProjections implements Projections {

  private final Projections steps;
  private final Limits limits;
  private final Guard guard;

  CheckedProjections(Projections steps, Limits limits, Guard guard) {
    this.steps = steps;
    this.limits = limits;
    this.guard = guard;
  }

  @Override
  public Matrix project(Dense directions) {
    guard.enter();
    require(directions);
    return steps.project(directions);
  }

  @Override
  public Dense weigh(Dense directions, Contrast contrast) {
    guard.enter();
    require(directions);
    Guard.require(
        directions.rows() % contrast.rank() == 0,
        "%d directions do not divide into blocks of %d",
        directions.rows(),
        contrast.rank());
    Guard.require(
        contrast.weights(directions.rows()) <= limits.weights(),
        "%d weights of a row; there must be %d at most",
        contrast.weights(directions.rows()),
        limits.weights());
    return steps.weigh(directions, contrast);
  }

  private void require(Dense directions) {
    Guard.require(
        directions.rows() >= 1 && directions.rows() <= limits.directions(),
        "%d directions; there must be 1 to %d",
        directions.rows(),
        limits.directions());
    Guard.require(
        directions.cols() == guard.cols(),
        "directions of %d entries for rows of %d",
        directions.cols(),
        guard.cols());
  }

  @Override
  public void close() {
    if (guard.closes()) {
      steps.close();
    }
  }
}
