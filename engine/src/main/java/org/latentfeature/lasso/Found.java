package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.factor.Factors;
import org.latentfeature.subspace.VerifiedColumn;

/**
 * A factorisation of the prepared data.
 *
 * @param method that found it, a {@link LassoStages stage}
 * @param mu penalty of its convex fit, NaN if there was none
 * @param search columns verified so far
 */
record Found(Factors factors, String method, double mu, Proposals search) {

  Found with(Factors other) {
    return new Found(other, method, mu, search);
  }

  /** Returns this result, or {@code other} if it has less error. */
  Found orBetter(@Nullable Found other) {
    return other != null && other.factors.squaredError() < factors.squaredError() ? other : this;
  }

  /** Returns the result of a fit that is stopped before any other. */
  static Found mean(Factors factors) {
    return new Found(factors, LassoStages.PATH, Double.NaN, Proposals.NONE);
  }

  /**
   * The columns that were searched and verified.
   *
   * @param untried why there was no search, although a fit would search; null otherwise
   */
  record Proposals(List<VerifiedColumn> columns, @Nullable String untried) {

    /** No column has been found, or searched. */
    static final Proposals NONE = new Proposals(List.of(), null);

    static Proposals none(String why) {
      return new Proposals(List.of(), why);
    }

    /** Returns the columns as codes of {@code rows} rows. */
    BinaryMatrix matrix(int rows) {
      return BinaryMatrix.ofColumns(rows, columns.stream().map(VerifiedColumn::z).toList());
    }

    Verified verified(BinaryMatrix z) {
      return untried == null ? Verified.of(z, columns) : Verified.untried(untried);
    }
  }
}
