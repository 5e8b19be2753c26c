package org.latentfeature.data;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.RandomStream;

/**
 * Simulated genotypes of admixed individuals: Z holds the allele frequencies of K populations at N
 * loci, each Beta(f(1 − F)/F, (1 − f)(1 − F)/F) around an ancestral f uniform in [.05, .95]
 * (Balding &amp; Nichols 1995); a column of W an individual's shares, symmetric Dirichlet(α); and
 * 2x_ij ~ Binomial(2, (Z W)_ij). Equal parameters give equal data. Error messages begin with the
 * name of the component.
 *
 * @param rows loci, N
 * @param columns individuals, D
 * @param features populations, K
 * @param alpha α of the Dirichlet distribution, above 0: the smaller, the less admixed
 * @param drift F, above 0 and below 1
 * @param seed of every random number
 */
public record AdmixtureProblem(
    int rows, int columns, int features, double alpha, double drift, long seed) {

  private static final double LEAST = .05;
  private static final double MOST = .95;

  /** Checks the ranges. */
  public AdmixtureProblem {
    DenseProblem.requireRanges(rows, columns, features, 0);
    if (!(alpha > 0 && alpha < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("alpha is " + alpha + "; it must be above 0");
    }
    if (!(drift > 0 && drift < 1)) {
      throw new IllegalArgumentException("drift is " + drift + "; it must be above 0 and below 1");
    }
  }

  /**
   * A problem in memory.
   *
   * @param x genotypes in halves: 0, ½ or 1, N×D
   * @param z allele frequencies, N×K
   * @param w shares, K×D
   */
  public record Drawn(Matrix x, Matrix z, Dense w) {

    /** The alleles that each individual has, 2x. */
    public AlleleCounts counts() {
      byte[][] packed = new byte[x.rows()][AlleleCounts.bytes(x.cols())];
      for (int i = 0; i < packed.length; i++) {
        for (int j = 0; j < x.cols(); j++) {
          AlleleCounts.put(packed[i], j, (int) (2 * x.get(i, j)));
        }
      }
      return AlleleCounts.of(x.cols(), packed);
    }
  }

  /** Draws it. */
  public Drawn draw() {
    RandomStream shares = new RandomStream(seed, "ancestral shares");
    Dense w = new Dense(features, columns);
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      while (!(sum > 0)) {
        sum = 0;
        for (int k = 0; k < features; k++) {
          w.set(k, j, gamma(shares, alpha));
          sum += w.get(k, j);
        }
      }
      for (int k = 0; k < features; k++) {
        w.set(k, j, w.get(k, j) / sum);
      }
    }
    RandomStream frequencies = new RandomStream(seed, "allele frequencies");
    RandomStream alleles = new RandomStream(seed, "alleles");
    Matrix x = Matrix.allocate(rows, columns);
    Matrix z = Matrix.allocate(rows, features);
    double spread = (1 - drift) / drift;
    for (int i = 0; i < rows; i++) {
      double f = LEAST + (MOST - LEAST) * frequencies.nextDouble();
      double[] of = new double[features];
      for (int k = 0; k < features; k++) {
        of[k] = beta(frequencies, f * spread, (1 - f) * spread);
        z.set(i, k, (float) of[k]);
      }
      for (int j = 0; j < columns; j++) {
        double q = 0;
        for (int k = 0; k < features; k++) {
          q += of[k] * w.get(k, j);
        }
        int count = (alleles.nextDouble() < q ? 1 : 0) + (alleles.nextDouble() < q ? 1 : 0);
        x.set(i, j, count / 2f);
      }
    }
    return new Drawn(x, z, w);
  }

  private static double beta(RandomStream random, double a, double b) {
    double first = gamma(random, a);
    double second = gamma(random, b);
    return first + second > 0 ? first / (first + second) : a / (a + b);
  }

  /** Gamma(shape, 1), by Marsaglia and Tsang's method (2000). */
  private static double gamma(RandomStream random, double shape) {
    if (shape < 1) {
      double u = 1 - random.nextDouble();
      return gamma(random, shape + 1) * Math.pow(u, 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double t = 1 + c * x;
      if (t > 0) {
        double v = t * t * t;
        double u = 1 - random.nextDouble();
        if (Math.log(u) < x * x / 2 + d - d * v + d * Math.log(v)) {
          return d * v;
        }
      }
    }
  }
}
