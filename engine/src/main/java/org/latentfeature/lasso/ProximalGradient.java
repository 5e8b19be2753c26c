package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * The paper's updates (eq. 9), c ← (c − η(∇g(c) + λ))₊, with the step η chosen by backtracking from
 * the last step's secant length.
 */
final class ProximalGradient implements CorrectiveStep {

  private static final int MAX_STEPS = 20_000;
  private static final int MAX_HALVINGS = 60;

  @Override
  public double[] solve(AtomWeights problem, double[] start, double tolerance, StopSignal stop) {
    AtomWeights.Point point = problem.at(start);
    AtomWeights.Derivatives derivatives = point.derivatives();
    double[] gradient = derivatives.gradient;
    Dense hessian = derivatives.hessian();
    double curvature = Double.MIN_NORMAL;
    for (int j = 0; j < start.length; j++) {
      curvature = Math.max(curvature, hessian.get(j, j));
    }
    double length = 1 / curvature;
    // Stopped, the weights of the last step are better than those of the start.
    for (int step = 0; step < MAX_STEPS && !stop.isSet(); step++) {
      if (problem.violation(point.c, gradient) <= tolerance) {
        break;
      }
      AtomWeights.Point next = null;
      for (int halving = 0; halving < MAX_HALVINGS && next == null; halving++) {
        next = tryStep(problem, point, gradient, length);
        if (next == null) {
          length /= 2;
        }
      }
      if (next == null) {
        break;
      }
      double[] before = gradient;
      gradient = next.derivatives().gradient;
      length = secant(point.c, next.c, before, gradient, length);
      point = next;
    }
    return point.c;
  }

  /** The projected step, if it lowers the objective by a share of what its slope promises. */
  private static AtomWeights.@Nullable Point tryStep(
      AtomWeights problem, AtomWeights.Point from, double[] gradient, double length) {
    double[] c = new double[gradient.length];
    double slope = 0;
    for (int j = 0; j < c.length; j++) {
      c[j] = Math.max(0, from.c[j] - length * gradient[j]);
      slope += gradient[j] * (c[j] - from.c[j]);
    }
    AtomWeights.Point next = problem.at(c);
    return next.objective() <= from.objective() + 1e-4 * slope ? next : null;
  }

  /** Barzilai and Borwein's length for the next step. */
  private static double secant(
      double[] c, double[] next, double[] gradient, double[] nextGradient, double length) {
    double ss = 0;
    double sy = 0;
    for (int j = 0; j < c.length; j++) {
      double s = next[j] - c[j];
      ss += s * s;
      sy += s * (nextGradient[j] - gradient[j]);
    }
    return sy > 0 && ss > 0 ? ss / sy : 2 * length;
  }
}
