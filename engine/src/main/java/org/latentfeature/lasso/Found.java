package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.factor.Factors;
import org.latentfeature.lasso.ColumnProposals.Proposed;

/**
 * A factorisation of the prepared data.
 *
 * @param method that found it, a {@link LassoStages stage}
 * @param mu penalty of its convex fit, NaN if there was none
 * @param search proposals so far
 */
record Found(Factors factors, String method, double mu, Proposals search) {

  Found with(Factors other) {
    return new Found(other, method, mu, search);
  }

  static Found path(Factors factors, Proposals search) {
    return new Found(factors, LassoStages.PATH, Double.NaN, search);
  }

  /**
   * The proposals.
   *
   * @param untried why there was no search, although a fit would search; null otherwise
   */
  record Proposals(List<Proposed> columns, @Nullable String untried) {

    static Proposals none(String why) {
      return new Proposals(List.of(), why);
    }

    Verified verified(BinaryMatrix z) {
      return untried == null ? Verified.of(z, columns) : Verified.untried(untried);
    }
  }
}
