package org.latentfeature.spectral;

/**
 * A direction v of the data in which rows may have only two values: vᵀx = 1 of those with a
 * feature, 0 of the others, and noise.
 */
public final class Candidate {

  private final double[] coordinates;
  private final double lambda;
  private final double score;

  Candidate(double[] coordinates, double lambda, double score) {
    this.coordinates = coordinates;
    this.lambda = lambda;
    this.score = score;
  }

  /** The direction v in whitened coordinates, u/λ. */
  public double[] coordinates() {
    return coordinates;
  }

  /** The eigenvalue λ. */
  public double lambda() {
    return lambda;
  }

  /** Distance of the products from what they would be; smaller is better. */
  public double score() {
    return score;
  }
}
