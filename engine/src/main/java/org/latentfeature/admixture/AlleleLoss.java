package org.latentfeature.admixture;

/**
 * The contribution of each of the two alleles of a genotype to the sum that a fit raises. Where an
 * individual has the counted allele x is f, its probability, and where it has the other x is 1 − f.
 */
enum AlleleLoss {
  /** ln x: of a genotype g it is g ln f + (2 − g) ln(1 − f). */
  LIKELIHOOD,
  /** −(1 − x)²/2: of a genotype g it is −(g/2 − f)² and a constant. */
  SQUARES
}
