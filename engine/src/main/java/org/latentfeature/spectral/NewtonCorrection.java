package org.latentfeature.spectral;

/**
 * The Newton correction method for eigenpairs T(I, u, u) = λu, ‖u‖ = 1, of a symmetric tensor
 * (Jaffe, Weiss &amp; Nadler 2018): each step solves the linearised equation on the sphere,
 * undamped. One workspace for any number of starts; one thread.
 */
final class NewtonCorrection {

  private static final int MOST_STEPS = 299;
  private static final double STILL = 1e-12;

  private final SymmetricTensor tensor;
  private final int size;
  private final double[] matrix;
  private final double[] image;
  private final BorderedSystem system;

  NewtonCorrection(SymmetricTensor tensor) {
    this.tensor = tensor;
    size = tensor.size();
    matrix = new double[tensor.triangle()];
    image = new double[size];
    system = new BorderedSystem(size);
  }

  /**
   * Moves the unit vector {@code x} to an eigenvector with λ &gt; 0, or anywhere.
   *
   * @return λ; NaN if there the iteration did not converge
   */
  double run(double[] x) {
    for (int step = 0; step < MOST_STEPS; step++) {
      double lambda = look(x);
      double moved = system.step(matrix, image, x, lambda);
      if (!(moved < Double.POSITIVE_INFINITY)) {
        return Double.NaN;
      }
      if (moved <= STILL) {
        lambda = look(x);
        return lambda < 0 ? turned(x, lambda) : lambda;
      }
    }
    return Double.NaN;
  }

  /** A = T(I, I, x) and A x; returns T(x, x, x). */
  private double look(double[] x) {
    tensor.contract(x, matrix);
    tensor.multiply(matrix, x, image);
    double lambda = 0;
    for (int i = 0; i < size; i++) {
      lambda += image[i] * x[i];
    }
    return lambda;
  }

  private static double turned(double[] x, double lambda) {
    for (int i = 0; i < x.length; i++) {
      x[i] = -x[i];
    }
    return -lambda;
  }
}
