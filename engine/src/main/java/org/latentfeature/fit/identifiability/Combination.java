package org.latentfeature.fit.identifiability;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.BitVector;

/**
 * A rational combination c of the K columns of an incidence matrix, exactly: c_k = numerator k over
 * one denominator above 0, in lowest terms. Immutable.
 *
 * @param numerators K integers
 * @param denominator a positive integer
 */
public record Combination(List<BigInteger> numerators, BigInteger denominator) {

  /** Brings the fraction to lowest terms. */
  public Combination {
    BigInteger divisor = denominator;
    for (BigInteger n : numerators) {
      divisor = divisor.gcd(n);
    }
    if (denominator.signum() <= 0) {
      throw new IllegalArgumentException(
          "the denominator is " + denominator + "; it must be above 0");
    }
    BigInteger common = divisor;
    numerators = numerators.stream().map(n -> n.divide(common)).toList();
    denominator = denominator.divide(common);
  }

  /** The combination that is column {@code f} of {@code k}. */
  static Combination unit(int k, int f) {
    List<BigInteger> numerators = new ArrayList<>();
    for (int j = 0; j < k; j++) {
      numerators.add(j == f ? BigInteger.ONE : BigInteger.ZERO);
    }
    return new Combination(numerators, BigInteger.ONE);
  }

  /** Coefficient {@code f}, rounded to a double. */
  double coefficient(int f) {
    return numerators.get(f).doubleValue() / denominator.doubleValue();
  }

  /**
   * The entry of Z c at a row of Z, which is a whole number only by chance.
   *
   * @param row a row of Z, K entries
   * @return 0 or 1 where the entry is that, and −1 where it is anything else
   */
  int bit(BitVector row) {
    BigInteger sum = BigInteger.ZERO;
    for (int k = 0; k < row.length(); k++) {
      if (row.get(k)) {
        sum = sum.add(numerators.get(k));
      }
    }
    return sum.signum() == 0 ? 0 : sum.equals(denominator) ? 1 : -1;
  }

  /** In words, the columns counted from 1: {@code f1 + f2 − 1/2 f4}; {@code 0} if all are 0. */
  @Override
  public String toString() {
    StringBuilder words = new StringBuilder();
    for (int k = 0; k < numerators.size(); k++) {
      BigInteger n = numerators.get(k);
      if (n.signum() == 0) {
        continue;
      }
      if (words.isEmpty()) {
        words.append(n.signum() < 0 ? "−" : "");
      } else {
        words.append(n.signum() < 0 ? " − " : " + ");
      }
      words.append(factor(n.abs())).append('f').append(k + 1);
    }
    return words.isEmpty() ? "0" : words.toString();
  }

  private String factor(BigInteger n) {
    BigInteger divisor = n.gcd(denominator);
    BigInteger above = n.divide(divisor);
    BigInteger below = denominator.divide(divisor);
    if (below.equals(BigInteger.ONE)) {
      return above.equals(BigInteger.ONE) ? "" : above + " ";
    }
    return above + "/" + below + " ";
  }
}
