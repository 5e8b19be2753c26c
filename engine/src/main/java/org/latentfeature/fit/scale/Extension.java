package org.latentfeature.fit.scale;

import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.factor.FactorCoder;
import org.latentfeature.fit.factor.LeastSquares;
import org.latentfeature.step.CodeSums;
import org.latentfeature.step.RowCoding;

/**
 * Codes all rows for a dictionary that was found on a few of them, and improves both by turns. Each
 * round is one visit of the rows: their codes, ZᵀZ and ZᵀX, and their errors.
 */
final class Extension implements AutoCloseable {

  /** Random starts of a row's search where it is not exact, unless many help. */
  private static final int FEW = 1;

  /** Many starts are taken if they lower the error of the sample by this share. */
  private static final double HELPS = 1e-4;

  private final AllRows.Coding rows;
  private final LeastSquares leastSquares;
  private final int worst;
  private final long seed;
  private int restarts = FEW;

  /**
   * On all {@code rows}, which are closed with this.
   *
   * @param worst number of rows of largest error to keep
   * @param seed of the second starts
   */
  Extension(AllRows.Coding rows, LeastSquares leastSquares, int worst, long seed) {
    this.rows = rows;
    this.leastSquares = leastSquares;
    this.worst = worst;
    this.seed = seed;
  }

  /**
   * The result of a visit of all rows.
   *
   * @param w the least-squares dictionary of the codes
   * @param squaredError ‖X − ZW‖² with that dictionary
   * @param sums of the visit; its errors are those of the dictionary before
   */
  record Visit(Dense w, double squaredError, CodeSums sums) {}

  /** Finds out on the rows of a sample, fitted by {@code w}, how many starts a search takes. */
  void calibrate(Backend backend, Rows sample, Dense w) {
    if (w.rows() > FactorCoder.EXACT_COLUMNS) {
      double few = error(backend, sample, w, FEW);
      restarts =
          error(backend, sample, w, FactorCoder.RESTARTS) < (1 - HELPS) * few
              ? FactorCoder.RESTARTS
              : FEW;
    }
  }

  private double error(Backend backend, Rows sample, Dense w, int starts) {
    double rmse = FactorCoder.code(backend, sample, w, starts, seed).rmse();
    return rmse * rmse;
  }

  /** Codes all rows anew for {@code w} (K×D). */
  Visit first(Dense w) {
    return visit(w, RowCoding.encoding(FactorCoder.EXACT_COLUMNS, restarts, seed, worst));
  }

  /** Improves the codes of the last visit for {@code w}. */
  Visit again(Dense w) {
    return visit(w, RowCoding.refining(FactorCoder.EXACT_COLUMNS, worst));
  }

  /** Keeps these features of the last visit. */
  void retain(int[] kept) {
    rows.retain(kept);
  }

  private Visit visit(Dense w, RowCoding how) {
    CodeSums sums = rows.code(w, how);
    Dense best = leastSquares.dictionary(sums.products());
    return new Visit(best, sums.squaredError() - gain(sums, w, best), sums);
  }

  /**
   * By how much the least-squares dictionary lowers the error: ⟨W − W', ZᵀZ (W − W')⟩. Unlike a
   * difference of ‖X‖² and what is explained, this loses no digits where the fit is close.
   */
  private double gain(CodeSums sums, Dense from, Dense to) {
    if (leastSquares != LeastSquares.FREE) {
      return explained(sums, to) - explained(sums, from);
    }
    Dense step = new Dense(to.rows(), to.cols());
    for (int i = 0; i < step.values().length; i++) {
      step.values()[i] = to.values()[i] - from.values()[i];
    }
    return inner(step, sums.products().gram().times(step));
  }

  /** ‖X‖² − ‖X − ZW‖² = 2⟨ZᵀX, W⟩ − ⟨ZᵀZ W, W⟩. */
  private static double explained(CodeSums sums, Dense w) {
    return 2 * inner(sums.products().cross(), w) - inner(sums.products().gram().times(w), w);
  }

  private static double inner(Dense a, Dense b) {
    double sum = 0;
    for (int i = 0; i < a.values().length; i++) {
      sum += a.values()[i] * b.values()[i];
    }
    return sum;
  }

  /** The codes of the last visit, of the rows whose codes are kept. */
  BinaryMatrix codes() {
    return rows.codes();
  }

  @Override
  public void close() {
    rows.close();
  }
}
