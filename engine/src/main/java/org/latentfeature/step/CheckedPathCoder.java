package org.latentfeature.step;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.step.coding.PathModel;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathStatistics;
import org.latentfeature.step.coding.Paths;
import org.latentfeature.step.coding.WeighedPaths;

/** A path coder with its arguments checked. */
final class CheckedPathCoder implements PathCoder {

  private static final int[] NONE = {};

  private final PathCoder coder;
  private final Limits limits;
  private final Guard guard;

  CheckedPathCoder(PathCoder coder, Limits limits, Guard guard) {
    this.coder = coder;
    this.limits = limits;
    this.guard = guard;
  }

  @Override
  public Paths code(PathObjective objective, int[] rows) {
    guard.enter();
    requireFeatures(objective.w(), rows);
    return coder.code(objective, rows);
  }

  @Override
  public WeighedPaths better(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    guard.enter();
    requirePaths(model, rows, found, old);
    return coder.better(model, rows, found, old);
  }

  @Override
  public PathStatistics statistics(PathModel model, int[] rows, Paths paths) {
    guard.enter();
    requirePaths(model, rows, paths, null);
    return coder.statistics(model, rows, paths);
  }

  @Override
  public PathStatistics statistics(PathObjective objective, PathModel model) {
    guard.enter();
    requireFeatures(objective.w(), NONE);
    requireFeatures(model.w(), NONE);
    return coder.statistics(objective, model);
  }

  @Override
  public Expectation expectation(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    guard.enter();
    requirePaths(model, rows, found, old);
    return coder.expectation(model, rows, found, old);
  }

  private void requireFeatures(Dense w, int[] rows) {
    guard.requireDictionary(w, w.rows());
    Guard.require(
        w.rows() <= limits.features(),
        "%d features, above the limit of %d",
        w.rows(),
        limits.features());
    int count = guard.rows();
    // In a loop: by a stream this would take a thirtieth of a step of stochastic inference.
    for (int i : rows) {
      if (i < 0 || i >= count) {
        throw new IllegalArgumentException("rows to code must be 0 … %d".formatted(count - 1));
      }
    }
  }

  private void requirePaths(PathModel model, int[] rows, Paths found, @Nullable Paths old) {
    requireFeatures(model.w(), rows);
    for (Paths paths : old == null ? List.of(found) : List.of(found, old)) {
      Guard.require(
          paths.count() == rows.length, "%d paths for %d rows", paths.count(), rows.length);
      paths.requireFeatures(model.features());
    }
  }

  @Override
  public int rows() {
    return guard.rows();
  }

  @Override
  public void close() {
    if (guard.closes()) {
      coder.close();
    }
  }
}
