package org.latentfeature.ibp;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.SymmetricEigen;

/**
 * The evidence of columns of X that the same rows know, at any σ in O(K): with ZᵀZ = U Λ Uᵀ and p_j
 * = (Uᵀ ZᵀXXᵀZ U)_jj it is −(ND/2) log 2π − (N−K) D log σx − K D log σa − (D/2) Σ log(λ_j + r) −
 * (|X|² − Σ p_j/(λ_j + r)) / (2σx²).
 */
final class ColumnEvidence implements Evidence {

  /**
   * An eigenvalue of ZᵀZ below this share of the largest is a rounding error of 0: columns of Z are
   * dependent, and nothing of X lies in that direction.
   */
  private static final double DEPENDENT = 1e-12;

  private final int rows;
  private final double dimensions;
  private final double squaredNorm;
  private final double[] values;
  private final double[] explained;

  /**
   * Prepares the evidence of columns for one Z, at any σ.
   *
   * @param rows that know the columns, N
   * @param dimensions D, how many columns
   * @param squaredNorm ‖X‖²
   * @param gram ZᵀZ
   * @param inner Zᵀ X Xᵀ Z
   */
  ColumnEvidence(int rows, int dimensions, double squaredNorm, Dense gram, Dense inner) {
    this.rows = rows;
    this.dimensions = dimensions;
    this.squaredNorm = squaredNorm;
    int k = gram.rows();
    explained = new double[k];
    if (k == 0) {
      values = new double[0];
      return;
    }
    SymmetricEigen eigen = SymmetricEigen.leading(gram, k, () -> {});
    values = eigen.values();
    Dense turned = eigen.vectors().times(inner);
    double least = DEPENDENT * Arrays.stream(values).max().orElse(0);
    for (int j = 0; j < k; j++) {
      values[j] = values[j] > least ? values[j] : 0;
      // No more of X lies in a direction than there is, which rounding may exceed.
      double most = values[j] * squaredNorm;
      explained[j] = Math.min(most, Math.max(0, turned.rowDot(j, eigen.vectors(), j)));
    }
  }

  @Override
  public double log(Scales scales) {
    double r = scales.ratio();
    double determinant = 0;
    double fitted = 0;
    for (int j = 0; j < values.length; j++) {
      determinant += Math.log(values[j] + r);
      fitted += explained[j] / (values[j] + r);
    }
    double noise = scales.noise();
    int k = values.length;
    return -0.5 * rows * dimensions * Math.log(2 * Math.PI)
        - (rows - k) * dimensions * Math.log(noise)
        - k * dimensions * Math.log(scales.features())
        - 0.5 * dimensions * determinant
        - Math.max(0, squaredNorm - fitted) / (2 * noise * noise);
  }

  /** |X|² − Σ p_j (λ_j + 2r)/(λ_j + r)². */
  @Override
  public double squaredError(Scales scales) {
    double r = scales.ratio();
    double error = squaredNorm;
    for (int j = 0; j < values.length; j++) {
      double regular = values[j] + r;
      error -= explained[j] * (values[j] + 2 * r) / (regular * regular);
    }
    return Math.max(0, error);
  }
}
