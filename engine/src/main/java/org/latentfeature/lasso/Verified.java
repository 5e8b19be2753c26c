package org.latentfeature.lasso;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.latentfeature.columns.subspace.VerifiedColumn;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * The verified columns of a factorisation.
 *
 * @param columns number of verified columns of Z, of which refinement may have changed a few rows
 * @param residual the largest share of one of them outside the span of the data, divided by the
 *     expected share from noise; NaN if there is none
 * @param untried why a fit did not search for columns although its options allow it; null otherwise
 * @param differences what differences of rows show in place of columns, where they settle the fit;
 *     null otherwise
 */
public record Verified(
    int columns, double residual, @Nullable String untried, @Nullable String differences) {

  /** Name of the figure of the number of verified columns. */
  public static final String COLUMNS = "verified_columns";

  /** Name of the figure of their largest residual divided by its expectation. */
  public static final String RESIDUAL = "verified_residual";

  /** Refinement changes no more rows of a column than this share. */
  private static final double CHANGED = 0.05;

  /** No column. */
  public static final Verified NONE = new Verified(0, Double.NaN, null, null);

  static Verified of(BinaryMatrix z, List<VerifiedColumn> verified) {
    int columns = 0;
    double residual = Double.NaN;
    for (BitVector column : z.columns()) {
      for (VerifiedColumn found : verified) {
        if (column.distance(found.z()) <= CHANGED * z.rows()) {
          columns++;
          double share = Math.max(0, found.residual()) / found.expected();
          residual = Double.isNaN(residual) ? share : Math.max(residual, share);
          break;
        }
      }
    }
    return new Verified(columns, residual, null, null);
  }

  /** As figures of a model; none without verified columns. */
  Map<String, Double> figures() {
    return columns == 0
        ? Map.of()
        : new TreeMap<>(Map.of(COLUMNS, (double) columns, RESIDUAL, residual));
  }
}
