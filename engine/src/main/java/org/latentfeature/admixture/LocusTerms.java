package org.latentfeature.admixture;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.AlleleCounts;

/**
 * The contributions of the N individuals at one locus, as one thread computes them: each of the two
 * alleles of an individual as x = base + sign·f, which is f or 1 − f; 1 where it is missing, so
 * that it has no part in any sum.
 */
final class LocusTerms {

  /**
   * Base and sign of the first and the second allele by count, from {@link AlleleCounts#MISSING}.
   */
  private static final double[] FIRST_BASE = {1, 1, 0, 0};

  private static final double[] FIRST_SIGN = {0, -1, 1, 1};
  private static final double[] SECOND_BASE = {1, 1, 1, 0};
  private static final double[] SECOND_SIGN = {0, -1, -1, 1};

  /** Genotypes whose probabilities are multiplied before a logarithm is taken. */
  private static final int PRODUCTS = 16;

  private final AlleleCounts counts;
  private final AlleleLoss loss;
  private final int n;
  private final double[] firstBase;
  private final double[] firstSign;
  private final double[] secondBase;
  private final double[] secondSign;
  private final double[] f;

  /** Derivative of the sum by f, of each individual. */
  final double[] slope;

  /** Second derivative by f, taken negative. */
  final double[] weight;

  private final double[] products;
  private final double[] sums;
  private int pending;

  LocusTerms(AlleleCounts counts, AlleleLoss loss) {
    this.counts = counts;
    this.loss = loss;
    n = counts.individuals();
    firstBase = new double[n];
    firstSign = new double[n];
    secondBase = new double[n];
    secondSign = new double[n];
    f = new double[n];
    slope = new double[n];
    weight = new double[n];
    products = new double[n];
    sums = new double[n];
    Arrays.fill(products, 1);
  }

  /** Takes the genotypes of locus {@code j}. */
  void load(int j) {
    for (int i = 0; i < n; i++) {
      int of = counts.get(i, j) - AlleleCounts.MISSING;
      firstBase[i] = FIRST_BASE[of];
      firstSign[i] = FIRST_SIGN[of];
      secondBase[i] = SECOND_BASE[of];
      secondSign[i] = SECOND_SIGN[of];
    }
  }

  /** f = Wᵀz, with {@code shares} W, K×N. */
  void mix(Dense shares, double[] z) {
    Arrays.fill(f, 0);
    for (int a = 0; a < z.length; a++) {
      Dense.addScaled(f, 0, shares.values(), a * n, n, z[a]);
    }
  }

  /** The sum over the individuals at f. */
  double value() {
    double sum = 0;
    if (loss == AlleleLoss.SQUARES) {
      for (int i = 0; i < n; i++) {
        sum += squares(i);
      }
      return sum;
    }
    double product = 1;
    for (int i = 0; i < n; i++) {
      product *= likelihood(i);
      if (i % PRODUCTS == PRODUCTS - 1) {
        sum += Math.log(product);
        product = 1;
      }
    }
    return sum + Math.log(product);
  }

  private double likelihood(int i) {
    return (firstBase[i] + firstSign[i] * f[i]) * (secondBase[i] + secondSign[i] * f[i]);
  }

  private double squares(int i) {
    double first = 1 - firstBase[i] - firstSign[i] * f[i];
    double second = 1 - secondBase[i] - secondSign[i] * f[i];
    return -(first * first + second * second) / 2;
  }

  /** Sets {@link #slope} and {@link #weight} at f. */
  void differentiate() {
    if (loss == AlleleLoss.SQUARES) {
      for (int i = 0; i < n; i++) {
        double one = firstSign[i];
        double two = secondSign[i];
        slope[i] = one * (1 - firstBase[i] - one * f[i]) + two * (1 - secondBase[i] - two * f[i]);
        weight[i] = one * one + two * two;
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      double first = firstSign[i] / (firstBase[i] + firstSign[i] * f[i]);
      double second = secondSign[i] / (secondBase[i] + secondSign[i] * f[i]);
      slope[i] = first + second;
      weight[i] = first * first + second * second;
    }
  }

  /** Adds what each individual contributes at f to its own sum over loci. */
  void addValues() {
    if (loss == AlleleLoss.SQUARES) {
      for (int i = 0; i < n; i++) {
        sums[i] += squares(i);
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      products[i] *= likelihood(i);
    }
    if (++pending == PRODUCTS) {
      flush();
    }
  }

  private void flush() {
    for (int i = 0; i < n; i++) {
      sums[i] += Math.log(products[i]);
    }
    Arrays.fill(products, 1);
    pending = 0;
  }

  /** The sums of {@link #addValues}. */
  double[] values() {
    flush();
    return sums;
  }
}
