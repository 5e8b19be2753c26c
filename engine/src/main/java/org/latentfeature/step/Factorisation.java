package org.latentfeature.step;

import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.coding.BitDraws;

/**
 * Steps that relate a resident binary incidence matrix Z (N×K) to the rows of X.
 *
 * <p>Entries of X that are NaN are missing: a row must know one entry. ZᵀX, errors and codes are of
 * the known entries alone.
 */
public interface Factorisation extends Resident {

  /** Maximum columns of an exact search of codes, whose time can double with each. */
  int MOST_EXACT_COLUMNS = 64;

  /**
   * Limits of the steps.
   *
   * @param columns maximum columns of a Z, at least 1
   */
  record Limits(int columns) implements org.latentfeature.step.Limits<Factorisation> {

    /** Checks the range. */
    public Limits {
      Guard.require(columns >= 1, "columns is %d; it must be at least 1", columns);
    }

    @Override
    public Factorisation checked(Factorisation opened, Guard guard) {
      return new CheckedFactorisation(opened, this, guard);
    }

    @Override
    public Factorisation inParts(
        Parts<Factorisation> parts, ResidentRows rows, Algebra algebra, StopSignal stop) {
      return new FactorisationInParts(parts);
    }
  }

  /**
   * Rows {@code from} to K−1 of the Gram matrix ZᵀZ and of the cross product ZᵀX.
   *
   * @return gram ((K−from)×K, exact) and cross ((K−from)×D)
   */
  Products products(Incidence z, int from);

  /**
   * Rows of the two products.
   *
   * @param gram rows of ZᵀZ
   * @param cross rows of ZᵀX
   */
  record Products(Dense gram, Dense cross) {

    /** Returns the products over the rows of both. */
    public Products plus(Products other) {
      return new Products(gram.plus(other.gram), cross.plus(other.cross));
    }
  }

  /**
   * The Gram matrices of the rows that know a column of X, Zᵀ diag(m_d) Z with m_nd = 1 where x_nd
   * is known, exact: what ZᵀZ is where nothing is missing. A sum.
   *
   * @param columns columns d of X, at least one
   * @return for each of them a row of K(K+1)/2 numbers: entry (i, j), i >= j, at i(i+1)/2 + j
   */
  Dense columnGrams(Incidence z, int[] columns);

  /** ‖X − Z W‖², the squared Frobenius norm, for {@code w} (K×D), summed in double precision. */
  double squaredError(Incidence z, Dense w);

  /**
   * Improves {@code z} for fixed {@code w} (K×D): moves each row z_n to a minimum of ‖x_n − Wᵀz‖²
   * over z in {0,1}^K. If K &lt;= {@code exactColumns} that is the global minimum; otherwise one
   * that no single flip improves, reached by coordinate descent from the current row.
   *
   * @param exactColumns at most {@link #MOST_EXACT_COLUMNS}
   * @return number of entries of Z that changed
   */
  long refine(Incidence z, Dense w, int exactColumns);

  /**
   * Encodes every row anew into {@code z} for fixed {@code w} (K×D): each row's code is the best of
   * all, as far as a search can prove within a budget that grows with K ({@link
   * org.latentfeature.step.coding.RowEncoder}). A map.
   *
   * @param how rows are coded
   * @return number of rows of which no code is better
   */
  long encode(Incidence z, Dense w, RowCoding how);

  /**
   * Draws the bits of every row given {@code w} (K×D), each row's in turn from their conditional
   * distributions: a step of Gibbs sampling. A map. A bit is the same on every backend, unless its
   * odds are within rounding of its random number.
   *
   * @param how bits are drawn
   * @return number of entries of Z that changed
   */
  long draw(Incidence z, Dense w, BitDraws how);

  /**
   * The squared error ‖x_n − Wᵀz_n‖² of each row n, N of them: a map.
   *
   * @param z codes, N×K
   * @param w dictionary, K×D
   */
  double[] rowErrors(Incidence z, Dense w);

  /**
   * Codes every row for {@code w} (K×D), and adds up what the codes come to, on one reading of the
   * rows where they lie in parts: a map, and a sum.
   *
   * @param z codes, N×K, which it changes
   * @param how rows are coded
   */
  default CodeSums code(Incidence z, Dense w, RowCoding how) {
    long proven = how.fresh() ? encode(z, w, how) : 0;
    long changed = how.fresh() ? 0 : refine(z, w, how.exactColumns());
    WorstRows errors = WorstRows.of(rowErrors(z, w), how.worst());
    return new CodeSums(products(z, 0), errors, changed, proven);
  }
}
