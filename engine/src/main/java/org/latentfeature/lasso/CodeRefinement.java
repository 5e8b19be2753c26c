package org.latentfeature.lasso;

import java.util.function.Consumer;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.linalg.Dense;
import org.latentfeature.linalg.PivotedCholesky;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Factorisation.Products;

/** Alternates the codes given the dictionary and the dictionary given the codes. */
final class CodeRefinement {

  private static final int MAX_ROUNDS = 200;

  /** Pivots of ZᵀZ below this share of its largest diagonal entry are linear dependences. */
  private static final double DEPENDENT = 1e-9;

  /** Up to so many columns each row's best code is found exactly; beyond, by single flips. */
  private static final int EXACT_COLUMNS = 8;

  /** A round that lowers the squared error by a smaller share ends the alternation. */
  private static final double GAIN = 1e-5;

  private final Factorisation session;
  private final Consumer<Factors> found;
  private double work;

  /**
   * Tells {@code found} of every factorisation, so that none is lost when the session is stopped.
   */
  CodeRefinement(Factorisation session, Consumer<Factors> found) {
    this.session = session;
    this.found = found;
  }

  /** Multiplications done so far, roughly: the clock of searches that must repeat exactly. */
  double work() {
    return work;
  }

  /** The least-squares dictionary of {@code z}, without touching the codes. */
  Factors fit(BinaryMatrix z) {
    session.replace(z);
    Dense w = dictionary();
    return found(new Factors(z, w, session.squaredError(w)));
  }

  private Factors found(Factors factors) {
    found.accept(factors);
    return factors;
  }

  /** The least-squares dictionary of the resident codes. */
  private Dense dictionary() {
    int k = session.columns();
    if (k == 0) {
      return new Dense(0, session.cols());
    }
    work += (double) session.rows() * k * (k + 2.0 * session.cols());
    Products products = session.products(0);
    return PivotedCholesky.of(products.gram(), DEPENDENT).solve(products.cross());
  }

  /** From {@code z} until nothing changes. Never raises the squared error. */
  Factors run(BinaryMatrix z) {
    return run(z, MAX_ROUNDS);
  }

  /** {@link #run(BinaryMatrix)} for at most {@code rounds} rounds. */
  Factors run(BinaryMatrix z, int rounds) {
    return descend(fit(z), rounds);
  }

  /** From the codes that {@code w} gives {@code z}, for at most {@code rounds} rounds. */
  Factors run(BinaryMatrix z, Dense w, int rounds) {
    session.replace(z);
    session.refine(w, EXACT_COLUMNS);
    return descend(fit(session.incidence()), rounds);
  }

  /** Goes on from {@code start} for at most {@code rounds} rounds. */
  Factors descend(Factors start, int rounds) {
    session.replace(start.z());
    Factors best = start;
    for (int round = 0; round < rounds && session.columns() > 0; round++) {
      if (session.refine(best.w(), EXACT_COLUMNS) == 0) {
        break;
      }
      Dense w = dictionary();
      double error = session.squaredError(w);
      if (!(error < best.squaredError())) {
        break;
      }
      boolean last = error > (1 - GAIN) * best.squaredError();
      best = found(new Factors(session.incidence(), w, error));
      if (last) {
        break;
      }
    }
    return best;
  }

  /** Goes on from {@code start} until nothing changes. */
  Factors descend(Factors start) {
    return descend(start, MAX_ROUNDS);
  }
}
