package org.latentfeature.step;

import org.latentfeature.step.Factorisation.Products;

/**
 * The result of one visit of all rows by {@link Factorisation#code}: sums over rows coded for a
 * dictionary. The sums of parts of the rows can be added.
 *
 * @param products ZᵀZ and ZᵀX
 * @param worst the error of the rows for that dictionary
 * @param changed number of entries of Z that changed; of rows encoded anew, 0
 * @param proven number of rows that were encoded anew and of which no code is better
 */
public record CodeSums(Products products, WorstRows worst, long changed, long proven) {

  /** Returns the sums over the rows of both. */
  public CodeSums plus(CodeSums other) {
    return new CodeSums(
        products.plus(other.products),
        worst.plus(other.worst),
        changed + other.changed,
        proven + other.proven);
  }

  /** Returns these sums for rows of which the first is number {@code first} among all. */
  CodeSums from(int first) {
    return new CodeSums(products, worst.from(first), changed, proven);
  }

  /** ‖X − ZW‖² for the dictionary that the rows were coded for. */
  public double squaredError() {
    return worst.sum();
  }
}
