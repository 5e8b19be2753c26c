package org.latentfeature.step;

import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Dense;

/**
 * Steps that hold a binary incidence matrix Z (N×K) beside the data and relate the two. Z starts
 * with no columns.
 */
public interface Factorisation extends Session {

  /** Most columns of an exact search of codes, whose time can double with each. */
  int MOST_EXACT_COLUMNS = 64;

  /** Number of columns of the resident Z, K. */
  int columns();

  /** A copy of the resident Z. */
  BinaryMatrix incidence();

  /** Makes {@code z} (N×K) the resident Z. */
  void replace(BinaryMatrix z);

  /** Appends columns of length N to the resident Z. */
  void append(List<BitVector> columns);

  /** Keeps the columns of the resident Z named by {@code kept}, in that order. */
  void retain(int[] kept);

  /**
   * Rows {@code from} to K−1 of the Gram matrix ZᵀZ and of the cross product ZᵀX.
   *
   * @return gram ((K−from)×K, exact) and cross ((K−from)×D)
   */
  Products products(int from);

  /**
   * Rows of the two products.
   *
   * @param gram rows of ZᵀZ
   * @param cross rows of ZᵀX
   */
  record Products(Dense gram, Dense cross) {}

  /** ‖X − Z W‖², the squared Frobenius norm, for {@code w} (K×D), summed in double precision. */
  double squaredError(Dense w);

  /**
   * Improves the resident Z for fixed {@code w} (K×D): each row z_n comes to a minimum of ‖x_n −
   * Wᵀz‖² over z in {0,1}^K. While K &lt;= {@code exactColumns} that is the global minimum;
   * otherwise one that no single flip improves, reached by coordinate descent from the present row.
   *
   * @param exactColumns at most {@link #MOST_EXACT_COLUMNS}
   * @return number of entries of Z that changed
   */
  long refine(Dense w, int exactColumns);

  /**
   * Encodes every row afresh for fixed {@code w} (K×D), as {@link #refine} does but from {@code
   * restarts} random rows and the empty one where the search is not exact; the best is kept.
   */
  void encode(Dense w, int exactColumns, int restarts, long seed);
}
