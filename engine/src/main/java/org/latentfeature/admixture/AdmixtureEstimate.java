package org.latentfeature.admixture;

import org.latentfeature.base.linalg.Dense;

/**
 * Shares of K populations in N individuals, and the frequencies that the counted allele has in them
 * at M loci.
 *
 * @param frequencies Z, M×K, which ADMIXTURE calls P
 * @param shares W, K×N, whose columns add up to 1; ADMIXTURE's Q is its transpose
 * @param logLikelihood Σ g ln f + (2 − g) ln(1 − f) over the known genotypes g, with f = ZW; as
 *     ADMIXTURE reports it, without the binomial coefficients
 * @param rounds of the start that is kept, without the first ten of least squares
 * @param converged whether it ended by the tolerance
 */
public record AdmixtureEstimate(
    Dense frequencies, Dense shares, double logLikelihood, int rounds, boolean converged) {

  /**
   * f, the probability of the counted allele.
   *
   * @param i individual, from 0
   * @param j locus, from 0
   */
  public double probability(int i, int j) {
    double f = 0;
    for (int a = 0; a < shares.rows(); a++) {
      f += frequencies.get(j, a) * shares.get(a, i);
    }
    return f;
  }
}
