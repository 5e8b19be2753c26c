package org.latentfeature.fit.factor;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Factorisation;

/**
 * The penalties of a factorisation of rows with missing entries, which minimises
 *
 * <pre>  ‖P_Ω(X − Z W)‖² + κ‖W‖² + λ Σ z_nk.</pre>
 *
 * @param ridge κ, as many entries of its column as each entry of W is shrunk by; null for σ²/σ_w²
 *     of the fit, which is then no part of its error (see {@link Dictionaries})
 * @param bitCost λ, what a row pays for a feature, in squared units of X
 */
public record Regularisation(@Nullable Double ridge, double bitCost) {

  /** Name of {@link #bitCost} among the options of fits and models. */
  public static final String BIT_COST = "bit-cost";

  /** Every bit that lowers the error, and the ridge that the fit estimates. */
  public static final Regularisation DEFAULT = new Regularisation(null, 0);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is negative or not finite
   */
  public Regularisation {
    require("ridge", ridge == null ? 0 : ridge);
    require(BIT_COST, bitCost);
  }

  private static void require(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("%s is %s; it must be at least 0".formatted(name, value));
    }
  }

  /** {@code steps} on {@code data} with these costs in their errors and codes. */
  Factorisation on(Factorisation steps, LoadedData data) {
    return equals(DEFAULT)
        ? steps
        : new PenalisedSteps(steps, data.x(), this, data.backend().info().threads());
  }

  /**
   * Returns κ‖W‖² + λ Σ z, the penalty of {@code bits} features of rows and of the dictionary
   * {@code w}.
   */
  double cost(long bits, Dense w) {
    double squares = 0;
    if (ridge != null) {
      for (double v : w.values()) {
        squares += v * v;
      }
      squares *= ridge;
    }
    return squares + bitCost * bits;
  }
}
