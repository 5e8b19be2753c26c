package org.latentfeature.lasso;

import java.util.List;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;
import org.latentfeature.lasso.LassoOptions.Corrective;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.ResidentRows;

/** All weights of given atoms, anew from nought: a corrective step without the fit around it. */
public final class CorrectiveProblem {

  private final CorrectiveStep solver;
  private final AtomWeights weights;
  private final double[] start;

  /**
   * Creates the problem and computes all that it needs of the rows.
   *
   * @param columns the atoms
   * @param squaredNorm ‖X‖²
   * @param mu the penalty
   */
  public CorrectiveProblem(
      Corrective method,
      Algebra algebra,
      ResidentRows rows,
      Factorisation steps,
      Incidence codes,
      List<BitVector> columns,
      double squaredNorm,
      double mu) {
    AtomSet atoms = new AtomSet(rows, steps, codes);
    atoms.add(columns);
    solver = CorrectiveStep.of(method);
    start = atoms.weights().clone();
    weights = new AtomWeights(algebra, atoms, squaredNorm, rows.rows(), mu);
  }

  /** Solves it. */
  public Object solve(double tolerance) {
    return solver.solve(weights, start, tolerance, StopSignal.NEVER);
  }
}
