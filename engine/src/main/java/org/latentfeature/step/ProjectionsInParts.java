package org.latentfeature.step;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.Matrix;

/** Projections of rows that lie in parts: inner products are maps, weighed rows are sums. */
final class ProjectionsInParts implements Projections {

  private final Parts<Projections> parts;

  ProjectionsInParts(Parts<Projections> parts) {
    this.parts = parts;
  }

  @Override
  public Matrix project(Dense directions) {
    return PartLayout.joinRows(parts.map((part, steps) -> steps.project(directions)));
  }

  @Override
  public Dense weigh(Dense directions, Contrast contrast) {
    return parts.sum((part, steps) -> steps.weigh(directions, contrast), Dense::plus);
  }

  @Override
  public void close() {
    parts.close();
  }
}
