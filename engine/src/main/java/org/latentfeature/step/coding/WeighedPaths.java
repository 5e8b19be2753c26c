package org.latentfeature.step.coding;

/** Paths of some rows and their scores. Treat as immutable: not copied. */
public final class WeighedPaths {

  private final Paths paths;
  private final double[] worth;

  /** {@code worth} of each of {@code paths}. */
  public WeighedPaths(Paths paths, double[] worth) {
    this.paths = paths;
    this.worth = worth;
  }

  /** The paths. */
  public Paths paths() {
    return paths;
  }

  /** The score of path {@code i}, see {@link PathModel}. */
  public double worth(int i) {
    return worth[i];
  }
}
