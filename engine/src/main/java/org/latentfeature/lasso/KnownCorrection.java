package org.latentfeature.lasso;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;
import org.latentfeature.step.AtomSearch;

/**
 * The correction for rows with missing entries, F(V) = ‖P_Ω(X − Z V)‖²/(2N) + μ Σ‖v_k‖: the problem
 * of complete rows is solved again and again for
 *
 * <pre>  X̃ = Z V + A/ρ,   B̂ = ZᵀX̃ = H V + ZᵀA/ρ,   with the penalty μ/ρ,</pre>
 *
 * A the residual where X is known. With ρ = 1 that is a majoriser of F, missing entries imputed;
 * its rate is the share missing. The Hessian of a column is near ρH for the share ρ that is known,
 * so that this share is tried first, and 3/2 of it after a step that raises F.
 */
final class KnownCorrection implements Correction {

  /** A rise of F by this share is rounding: the residual is in single precision. */
  private static final double ROUNDING = 1e-7;

  /** The rounds end when one lowers F by less than this share, whatever the tolerance. */
  private static final double LEAST = 1e-8;

  private static final double LESS = 1.5;

  private final AtomSet atoms;
  private final AtomSearch steps;
  private final Algebra algebra;
  private final CorrectiveStep corrective;
  private final double known;
  private final StopSignal stop;
  private final int rows;
  private Dense v;

  /** ‖A‖² of the present V. */
  private double squaredError;

  /**
   * A correction without atoms.
   *
   * @param known share of the entries that are known, ρ
   */
  KnownCorrection(
      AtomSet atoms,
      AtomSearch steps,
      Algebra algebra,
      CorrectiveStep corrective,
      double known,
      StopSignal stop) {
    this.atoms = atoms;
    this.steps = steps;
    this.algebra = algebra;
    this.corrective = corrective;
    this.known = known;
    this.stop = stop;
    rows = steps.rows();
    v = new Dense(0, atoms.cross().cols());
  }

  @Override
  public void enter(List<BitVector> found) {
    atoms.addUnknown(found);
    v = v.appendRows(new Dense(found.size(), v.cols()));
  }

  @Override
  public void solve(double mu, double tolerance) {
    double f = show(mu);
    Dense descent = steps.products(atoms.resident());
    double share = known;
    while (!stop.isSet()) {
      Dense before = v;
      double errorBefore = squaredError;
      v = minimise(mu / share, tolerance, descent, share);
      double tried = show(mu);
      if (tried > f * (1 + ROUNDING)) {
        v = before;
        squaredError = errorBefore;
        if (share == 1) {
          break;
        }
        share = Math.min(1, LESS * share);
        continue;
      }
      boolean last = f - tried <= Math.max(LEAST, tolerance * tolerance) * f;
      f = tried;
      if (last) {
        break;
      }
      descent = steps.products(atoms.resident());
    }
    drop(mu);
  }

  /** V of the complete problem for X̃. */
  private Dense minimise(double penalty, double tolerance, Dense descent, double share) {
    Dense cross = algebra.multiply(atoms.gram(), v);
    double squaredNorm = squaredError / (share * share);
    for (int i = 0; i < cross.values().length; i++) {
      double d = descent.values()[i] / share;
      squaredNorm += v.values()[i] * (cross.values()[i] + 2 * d);
      cross.values()[i] += d;
    }
    atoms.setCross(cross, algebra);
    AtomWeights problem = new AtomWeights(algebra, atoms, squaredNorm, rows, penalty);
    double[] c = corrective.solve(problem, weights(penalty), tolerance, stop);
    return problem.at(c).coefficients().times(cross);
  }

  /** c_k = ‖v_k‖/(μN). */
  private double[] weights(double penalty) {
    double[] c = new double[v.rows()];
    for (int k = 0; k < c.length; k++) {
      c[k] = v.rowNorm(k) / (penalty * rows);
    }
    return c;
  }

  private void drop(double mu) {
    double[] c = weights(mu);
    atoms.setWeights(c);
    int[] kept = IntStream.range(0, c.length).filter(k -> c[k] > 0).toArray();
    if (kept.length < c.length) {
      atoms.eliminate();
      v = v.selectRows(kept);
    }
  }

  /** Other residuals may have been looked at since the last call. */
  @Override
  public double show(double mu) {
    steps.residual(atoms.resident(), v);
    squaredError = steps.squaredNorm();
    return objective(mu);
  }

  @Override
  public double objective(double mu) {
    double norms = 0;
    for (int k = 0; k < v.rows(); k++) {
      norms += v.rowNorm(k);
    }
    return squaredError / (2 * rows) + mu * norms;
  }

  /** There is no reduction of columns with missing entries. */
  @Override
  public UnaryOperator<Dense> coefficients() {
    Dense present = v;
    return cross -> present;
  }
}
