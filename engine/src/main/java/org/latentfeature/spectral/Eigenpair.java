package org.latentfeature.spectral;

/** A unit eigenpair T(I, u, u) = λu of a symmetric tensor. */
public final class Eigenpair {

  private final double lambda;
  private final double[] vector;

  Eigenpair(double lambda, double[] vector) {
    this.lambda = lambda;
    this.vector = vector;
  }

  /** The eigenvalue λ, above 0. */
  public double lambda() {
    return lambda;
  }

  /** The eigenvector u. */
  public double[] vector() {
    return vector;
  }
}
