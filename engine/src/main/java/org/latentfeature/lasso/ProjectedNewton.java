package org.latentfeature.lasso;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;

/**
 * Newton's method on the weights with projection to c >= 0 (Bertsekas 1982): a few steps of O(K³),
 * while descent by rows takes hundreds of passes of the same cost.
 */
final class ProjectedNewton implements CorrectiveStep {

  private static final int MAX_STEPS = 100;
  private static final int MAX_HALVINGS = 40;
  private static final double ARMIJO = 1e-4;

  /**
   * Added to the Hessian's diagonal, as a share of its mean. Linearly dependent atoms make the
   * Hessian singular, and small errors can turn Newton's direction uphill: then more is added,
   * until the direction is nearly the gradient's.
   */
  private static final double LEAST_RIDGE = 1e-12;

  private static final double MOST_RIDGE = 1e6;

  @Override
  public double[] solve(AtomWeights problem, double[] start, double tolerance, StopSignal stop) {
    AtomWeights.Point point = problem.at(start);
    // Stopped, the weights of the last step are better than those of the start.
    for (int step = 0; step < MAX_STEPS && !stop.isSet(); step++) {
      AtomWeights.Point next = step(problem, point, tolerance);
      if (next == null) {
        break;
      }
      point = next;
    }
    return point.c;
  }

  /** A better point than {@code point}, or null if that is good enough or there is none. */
  private static AtomWeights.@Nullable Point step(
      AtomWeights problem, AtomWeights.Point point, double tolerance) {
    AtomWeights.Derivatives derivatives = point.derivatives();
    double[] gradient = derivatives.gradient;
    if (problem.violation(point.c, gradient) <= tolerance) {
      return null;
    }
    AtomWeights.Point next = null;
    Dense hessian = derivatives.hessian();
    for (double ridge = LEAST_RIDGE; next == null && ridge < MOST_RIDGE; ridge *= 1e4) {
      double[] direction = direction(problem, point.c, gradient, hessian, ridge);
      next = search(problem, point, gradient, direction);
    }
    return next;
  }

  /**
   * Newton's direction on the free weights; the gradient's on those that it pushes to zero. A
   * larger {@code ridge} turns the former towards the gradient's too.
   */
  private static double[] direction(
      AtomWeights problem, double[] c, double[] gradient, Dense hessian, double ridge) {
    int m = c.length;
    int[] free = new int[m];
    int count = 0;
    double[] direction = new double[m];
    for (int j = 0; j < m; j++) {
      double curvature = Math.max(hessian.get(j, j), Double.MIN_NORMAL);
      boolean bound = gradient[j] > 0 && c[j] <= 1e-3 * gradient[j] / curvature;
      if (bound) {
        direction[j] = -c[j];
      } else {
        free[count++] = j;
      }
    }
    Dense system = hessian.selectBlock(Arrays.copyOf(free, count));
    Dense right = new Dense(count, 1);
    double trace = 0;
    for (int i = 0; i < count; i++) {
      right.set(i, 0, -gradient[free[i]]);
      trace += system.get(i, i);
    }
    double added = ridge * trace / Math.max(1, count);
    Dense solved = solveRegularised(problem.algebra(), system, right, added);
    for (int i = 0; i < count; i++) {
      direction[free[i]] = solved.get(i, 0);
    }
    return direction;
  }

  /** The Hessian is semidefinite: atoms may be linearly dependent. */
  private static Dense solveRegularised(Algebra algebra, Dense system, Dense right, double ridge) {
    double added = ridge;
    while (true) {
      for (int i = 0; i < system.rows(); i++) {
        system.set(i, i, system.get(i, i) + added);
      }
      try {
        return algebra.solve(system, right);
      } catch (ArithmeticException notDefinite) {
        if (!(added < Double.MAX_VALUE / 100)) {
          throw notDefinite;
        }
        added = Math.max(100 * added, Double.MIN_NORMAL);
      }
    }
  }

  private static AtomWeights.@Nullable Point search(
      AtomWeights problem, AtomWeights.Point from, double[] gradient, double[] direction) {
    double length = 1;
    for (int halving = 0; halving < MAX_HALVINGS; halving++) {
      double[] c = new double[direction.length];
      double slope = 0;
      for (int j = 0; j < c.length; j++) {
        c[j] = Math.max(0, from.c[j] + length * direction[j]);
        slope += gradient[j] * (c[j] - from.c[j]);
      }
      AtomWeights.Point next = problem.at(c);
      if (next.objective() <= from.objective() + ARMIJO * Math.min(0, slope)) {
        return next.objective() < from.objective() || slope < 0 ? next : null;
      }
      length /= 2;
    }
    return null;
  }
}
