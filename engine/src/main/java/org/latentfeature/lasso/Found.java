package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.columns.subspace.VerifiedColumn;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.factor.Factors;

/**
 * A factorisation of the prepared data.
 *
 * @param method that found it, a {@link LassoStages stage}
 * @param mu penalty of its convex fit, NaN if there was none
 * @param columns that are verified so far
 */
record Found(Factors factors, String method, double mu, SearchedColumns columns) {

  Found with(Factors other) {
    return new Found(other, method, mu, columns);
  }

  /** Returns this result, or {@code other} if it has less error. */
  Found orBetter(@Nullable Found other) {
    return other != null && other.factors.squaredError() < factors.squaredError() ? other : this;
  }

  /** Returns the result of a fit that is stopped before any other. */
  static Found mean(Factors factors) {
    return new Found(factors, LassoStages.PATH, Double.NaN, SearchedColumns.NONE);
  }

  /**
   * The columns that were searched and verified.
   *
   * @param untried why there was no search, although a fit would search; null otherwise
   * @param differences what differences of rows show in their place; null if they settle nothing
   */
  record SearchedColumns(
      List<VerifiedColumn> columns, @Nullable String untried, @Nullable String differences) {

    /** No column has been found, or searched. */
    static final SearchedColumns NONE = new SearchedColumns(List.of(), null, null);

    static SearchedColumns none(String why) {
      return new SearchedColumns(List.of(), why, null);
    }

    SearchedColumns settledBy(String shown) {
      return new SearchedColumns(columns, untried, shown);
    }

    /** Returns the columns as codes of {@code rows} rows. */
    BinaryMatrix matrix(int rows) {
      return BinaryMatrix.ofColumns(rows, columns.stream().map(VerifiedColumn::z).toList());
    }

    Verified verified(BinaryMatrix z) {
      return untried == null && differences == null
          ? Verified.of(z, columns)
          : new Verified(0, Double.NaN, untried, differences);
    }
  }
}
