package org.latentfeature.step;

import java.util.Arrays;
import org.latentfeature.coding.PathObjective;
import org.latentfeature.coding.Paths;

/** A path coder with its arguments checked. */
final class CheckedPathCoder implements PathCoder {

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
    guard.requireDictionary(objective.w(), objective.features());
    Guard.require(
        objective.features() <= limits.features(),
        "%d features of at most %d",
        objective.features(),
        limits.features());
    Guard.require(
        Arrays.stream(rows).allMatch(i -> i >= 0 && i < guard.rows()),
        "rows to code must be 0 … %d",
        guard.rows() - 1);
    return coder.code(objective, rows);
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
