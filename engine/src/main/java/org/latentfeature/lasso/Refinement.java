package org.latentfeature.lasso;

import org.latentfeature.backend.Factorisation;
import org.latentfeature.backend.Factorisation.Products;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.linalg.PivotedCholesky;

/** Alternates the codes given the dictionary and the dictionary given the codes. */
final class Refinement {

  private static final int MAX_ROUNDS = 200;

  /** Pivots of ZᵀZ below this share of its largest diagonal entry are linear dependences. */
  private static final double DEPENDENT = 1e-9;

  private final Factorisation session;
  private final int exactColumns;

  /** Codes are optimal row by row while there are at most {@code exactColumns} columns. */
  Refinement(Factorisation session, int exactColumns) {
    this.session = session;
    this.exactColumns = exactColumns;
  }

  /** The least-squares dictionary of {@code z}, without touching the codes. */
  Factors fit(BinaryMatrix z) {
    session.replace(z);
    Dense w = dictionary();
    return new Factors(z, w, session.squaredError(w));
  }

  /** The least-squares dictionary of the resident codes. */
  private Dense dictionary() {
    if (session.columns() == 0) {
      return new Dense(0, session.cols());
    }
    Products products = session.products(0);
    return PivotedCholesky.of(products.gram(), DEPENDENT).solve(products.cross());
  }

  /** From {@code z} until no code changes or the squared error stops falling. Never raises it. */
  Factors run(BinaryMatrix z) {
    return run(z, MAX_ROUNDS);
  }

  /** {@link #run(BinaryMatrix)} for at most {@code rounds} rounds. */
  Factors run(BinaryMatrix z, int rounds) {
    Factors best = fit(z);
    for (int round = 0; round < rounds && z.cols() > 0; round++) {
      if (session.refine(best.w(), exactColumns) == 0) {
        break;
      }
      Dense w = dictionary();
      double error = session.squaredError(w);
      if (!(error < best.squaredError())) {
        break;
      }
      best = new Factors(session.incidence(), w, error);
    }
    return best;
  }
}
