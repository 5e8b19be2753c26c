package org.latentfeature.lasso;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.contract.Steps;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.step.Factorisation;

class AtomWeightsTest {

  private static final int N = 23;
  private static final double MU = 0.4;

  private final Matrix x = SyntheticProblem.dense(N, 7, 3, .2, 1).x();
  private final BinaryMatrix z = atoms();

  /** Seven atoms, the last the sum of the first two, which are disjoint: H is singular. */
  private static BinaryMatrix atoms() {
    boolean[][] ones = new boolean[7][N];
    for (int i = 0; i < N; i++) {
      for (int k = 0; k < 6; k++) {
        ones[k][i] = CounterRandom.uniform(5, i, k) < .5;
      }
      ones[1][i] &= !ones[0][i];
      ones[6][i] = ones[0][i] || ones[1][i];
    }
    return BinaryMatrix.ofColumns(N, List.of(ones).stream().map(BitVector::of).toList());
  }

  private AtomWeights problem() {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        Steps s = Steps.open(backend, x, new Factorisation.Limits(7))) {
      AtomSet set = new AtomSet(s.rows(), s.factorisation(), s.z());
      set.add(z.columns().subList(0, 3));
      set.add(z.columns().subList(3, 7));
      return new AtomWeights(Algebra.JAVA, set, x.facts().squaredNorm(), N, MU);
    }
  }

  private static double[] weights(long seed) {
    double[] c = new double[7];
    for (int k = 0; k < c.length; k++) {
      c[k] = CounterRandom.uniform(seed, k, 0) + .01;
    }
    return c;
  }

  @Test
  void objectiveIsTheMinimumOverDictionaries() {
    // 1/(2N)‖X − ZV‖² + μ²N/2 Σ (‖v_k‖²/((μN)² c_k) + c_k) at its minimising V.
    AtomWeights problem = problem();
    double[] c = weights(1);
    Dense v = problem.at(c).coefficients().times(cross());
    double expected = squaredError(v) / (2 * N);
    for (int k = 0; k < c.length; k++) {
      expected += v.rowDot(k, v, k) / (2 * N * c[k]) + N * MU * MU / 2 * c[k];
    }
    assertEquals(expected, problem.at(c).objective(), 1e-6 * expected);
    assertEquals(
        squaredError(new Dense(7, x.cols())) / (2 * N),
        problem.at(new double[7]).objective(),
        1e-6 * expected,
        "no weights leave X as it is");
  }

  @Test
  void gradientIsThatOfFiniteDifferences() {
    AtomWeights problem = problem();
    double[] c = weights(2);
    double[] gradient = problem.at(c).derivatives().gradient;
    for (int k = 0; k < c.length; k++) {
      double step = 1e-5;
      double slope =
          (problem.at(moved(c, k, step)).objective() - problem.at(moved(c, k, -step)).objective())
              / (2 * step);
      assertEquals(slope, gradient[k], 1e-7, "weight " + k);
    }
  }

  @Test
  void hessianIsThatOfFiniteDifferences() {
    AtomWeights problem = problem();
    double[] c = weights(3);
    Dense hessian = problem.at(c).derivatives().hessian();
    for (int k = 0; k < c.length; k++) {
      double step = 1e-5;
      double[] above = problem.at(moved(c, k, step)).derivatives().gradient;
      double[] below = problem.at(moved(c, k, -step)).derivatives().gradient;
      for (int j = 0; j < c.length; j++) {
        double slope = (above[j] - below[j]) / (2 * step);
        assertEquals(slope, hessian.get(j, k), 1e-5 * (1 + Math.abs(slope)), j + ", " + k);
      }
    }
  }

  /** Absent atoms have a gradient too: it decides whether they come back. */
  @Test
  void gradientAtZeroIsTheAtomsScore() {
    AtomWeights problem = problem();
    double[] gradient = problem.at(new double[7]).derivatives().gradient;
    Dense b = cross();
    for (int k = 0; k < 7; k++) {
      double expected = problem.omega() - b.rowDot(k, b, k) / (2 * N);
      assertEquals(expected, gradient[k], 1e-6 * (1 + Math.abs(expected)));
    }
  }

  /** As equations (5) and (6) say, with an N×N inverse; also of atoms next to absent. */
  @Test
  void derivativesAreThoseOfTheirDefinition() {
    AtomWeights problem = problem();
    double[] c = {0, 1e-300, 1e-160, 1e-14, 1e-4, .3, 40};
    Dense zs = new Dense(N, 7);
    Dense system = new Dense(N, N);
    Dense identity = new Dense(N, N);
    for (int i = 0; i < N; i++) {
      identity.set(i, i, 1);
      for (int k = 0; k < 7; k++) {
        zs.set(i, k, z.get(i, k) ? 1 : 0);
      }
      for (int j = 0; j < N; j++) {
        double sum = i == j ? 1 : 0;
        for (int k = 0; k < 7; k++) {
          sum += z.get(i, k) && z.get(j, k) ? c[k] : 0;
        }
        system.set(i, j, sum);
      }
    }
    Dense xs = new Dense(N, x.cols());
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < x.cols(); j++) {
        xs.set(i, j, x.get(i, j));
      }
    }
    Dense mz = Algebra.JAVA.solve(system, identity).times(zs);
    Dense explained = mz.transpose().times(xs.times(xs.transpose())).times(mz);
    Dense kept = zs.transpose().times(mz);
    AtomWeights.Derivatives derivatives = problem.at(c).derivatives();
    Dense hessian = derivatives.hessian();
    for (int j = 0; j < 7; j++) {
      double gradient = problem.omega() - explained.get(j, j) / (2 * N);
      assertEquals(gradient, derivatives.gradient[j], 1e-6 * (1 + explained.get(j, j)), "" + j);
      for (int k = 0; k < 7; k++) {
        double expected = explained.get(j, k) * kept.get(j, k) / N;
        double size = Math.sqrt(explained.get(j, j) * explained.get(k, k)) * kept.get(j, j) / N;
        assertEquals(expected, hessian.get(j, k), 1e-6 * (1e-9 + size), j + ", " + k);
      }
    }
  }

  @Test
  void atTheOptimumItIsTheGroupLasso() {
    AtomWeights problem = problem();
    double[] c = new ProjectedNewton().solve(problem, new double[7], 1e-9, StopSignal.NEVER);
    AtomWeights.Point point = problem.at(c);
    assertTrue(problem.violation(c, point.derivatives().gradient) <= 1e-6);
    Dense v = problem.at(c).coefficients().times(cross());
    double expected = squaredError(v) / (2 * N);
    int present = 0;
    for (int k = 0; k < 7; k++) {
      expected += MU * v.rowNorm(k);
      assertEquals(v.rowNorm(k), MU * N * c[k], 1e-4 * (1 + v.rowNorm(k)), "c_k = ‖v_k‖/(μN)");
      present += c[k] > 0 ? 1 : 0;
    }
    assertEquals(expected, point.objective(), 1e-6 * expected);
    assertTrue(present > 0 && present < 7, () -> "a telling problem drops some atoms, not all");
  }

  private static double[] moved(double[] c, int k, double by) {
    double[] moved = c.clone();
    moved[k] += by;
    return moved;
  }

  private Dense cross() {
    Dense b = new Dense(7, x.cols());
    for (int k = 0; k < 7; k++) {
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < x.cols() && z.get(i, k); j++) {
          b.set(k, j, b.get(k, j) + x.get(i, j));
        }
      }
    }
    return b;
  }

  private double squaredError(Dense v) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < x.cols(); j++) {
        double rest = x.get(i, j);
        for (int k = 0; k < 7; k++) {
          rest -= z.get(i, k) ? v.get(k, j) : 0;
        }
        sum += rest * rest;
      }
    }
    return sum;
  }
}
