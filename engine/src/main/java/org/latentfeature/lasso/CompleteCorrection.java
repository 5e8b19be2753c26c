package org.latentfeature.lasso;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.factor.FitRows;
import org.latentfeature.step.AtomSearch;

/**
 * The correction for rows without missing entries: V = Q(c) B is a function of the weights c and of
 * B = ZᵀX.
 */
final class CompleteCorrection implements Correction {

  private final AtomSet atoms;
  private final AtomSearch steps;
  private final Algebra algebra;
  private final CorrectiveStep corrective;
  private final FitRows data;
  private final StopSignal stop;
  private final int rows;

  /** The V that was shown last. */
  private @Nullable Dense shown;

  CompleteCorrection(
      AtomSet atoms,
      AtomSearch steps,
      Algebra algebra,
      CorrectiveStep corrective,
      FitRows data,
      StopSignal stop) {
    this.atoms = atoms;
    this.steps = steps;
    this.algebra = algebra;
    this.corrective = corrective;
    this.data = data;
    this.stop = stop;
    rows = steps.rows();
  }

  private AtomWeights problem(double mu) {
    return new AtomWeights(algebra, atoms, data.squaredNorm(), rows, mu);
  }

  /** Rows that are not in memory are not read again for what their search has summed. */
  @Override
  public void enter(List<BitVector> found) {
    if (shown != null && !data.loaded().source().isInMemory()) {
      atoms.addFound(found, steps.sums(found), shown);
    } else {
      atoms.add(found);
    }
  }

  @Override
  public void solve(double mu, double tolerance) {
    atoms.setWeights(corrective.solve(problem(mu), atoms.weights(), tolerance, stop));
    atoms.eliminate();
  }

  @Override
  public double show(double mu) {
    AtomWeights.Point point = problem(mu).at(atoms.weights());
    Dense v = algebra.multiply(point.coefficients(), atoms.cross());
    steps.residual(atoms.resident(), v);
    shown = v;
    return point.objective();
  }

  @Override
  public double objective(double mu) {
    return problem(mu).at(atoms.weights()).objective();
  }

  @Override
  public UnaryOperator<Dense> coefficients() {
    return problem(1).at(atoms.weights()).coefficients()::times;
  }
}
