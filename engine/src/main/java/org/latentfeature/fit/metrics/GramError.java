package org.latentfeature.fit.metrics;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * ‖Z₁W₁ − Z₂W₂‖² = ⟨ZᵀZ, WWᵀ⟩ for Z = [Z₁ Z₂] and W = [W₁; −W₂], at a cost without N·D: what is too
 * large to be computed entry by entry.
 */
final class GramError {

  /** Share of its terms below which their sum has lost too many digits. */
  private static final double CANCELLED = 1e-9;

  private GramError() {}

  /** NaN if the terms cancel. */
  static double between(BinaryMatrix z1, Dense w1, BinaryMatrix z2, Dense w2) {
    List<BitVector> columns = new ArrayList<>(z1.columns());
    columns.addAll(z2.columns());
    double error = 0;
    double size = 0;
    for (int a = 0; a < columns.size(); a++) {
      for (int b = 0; b <= a; b++) {
        boolean apart = a >= z1.cols() && b < z1.cols();
        double product =
            columns.get(a).dot(columns.get(b))
                * dot(w1, w2, a, b)
                * (a == b ? 1 : 2)
                * (apart ? -1 : 1);
        error += product;
        size += Math.abs(product);
      }
    }
    return error > CANCELLED * size ? error : Double.NaN;
  }

  private static double dot(Dense w1, Dense w2, int a, int b) {
    int k = w1.rows();
    return (a < k ? w1 : w2).rowDot(a < k ? a : a - k, b < k ? w1 : w2, b < k ? b : b - k);
  }
}
