package org.latentfeature.coding;

/** Paths of some rows, with what each is worth for its row. Immutable by agreement: not copied. */
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

  /** What path {@code i} is worth, see {@link PathModel}. */
  public double worth(int i) {
    return worth[i];
  }
}
