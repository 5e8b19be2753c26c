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
    if (!parts.isReopened()) {
      return PartLayout.joinRows(parts.map((part, steps) -> steps.project(directions)));
    }
    // There may be thousands of parts: what each gives is copied at once, and not kept.
    PartLayout layout = parts.layout();
    Matrix all = Matrix.allocate(layout.rows(), directions.rows());
    float[] row = new float[all.cols()];
    parts.each(
        (part, steps) -> {
          Matrix some = steps.project(directions);
          for (int i = 0; i < some.rows(); i++) {
            some.getRow(i, row);
            all.setRow(layout.first(part) + i, row);
          }
          return some.rows();
        });
    return all;
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
