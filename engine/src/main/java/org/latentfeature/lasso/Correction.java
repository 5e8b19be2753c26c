package org.latentfeature.lasso;

import java.util.List;
import java.util.function.UnaryOperator;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;

/** The coefficients V of a convex fit's atoms, and the step that minimises F over them. */
interface Correction {

  /** Adds atoms with coefficients 0, which the search found in the residual of the present V. */
  void enter(List<BitVector> found);

  /** Minimises F for the penalty {@code mu} from the present V, and drops atoms that vanish. */
  void solve(double mu, double tolerance);

  /** Computes the residual A = X − Z V on the device, and returns F(V). */
  double show(double mu);

  /** F at the present V. */
  double objective(double mu);

  /**
   * The present V, one row for each atom, on columns that the present ones may be a reduction of: a
   * function of ZᵀX of those columns, which later steps do not change.
   */
  UnaryOperator<Dense> coefficients();
}
