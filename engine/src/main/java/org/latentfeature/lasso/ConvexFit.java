package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.FitRows;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearch.ScoredAtom;

/**
 * The greedy outer loop (paper, algorithm 1): find atoms with ‖Aᵀz‖ > μN, add them, re-solve for
 * all weights, drop those that vanish. Keeps its atoms between calls, so that a decreasing sequence
 * of penalties is warm-started.
 */
final class ConvexFit {

  /** An atom must beat the threshold by this share to enter. */
  private static final double ENTRY = 1e-3;

  /** Accuracy of the weights while atoms still enter, and once none does. */
  private static final double ROUGH = 1e-2;

  private static final double FINE = 1e-6;

  /** Greedy steps between checks whether the fit may stop. */
  static final int ASKED = 5;

  private final int rows;
  private final AtomSearch steps;
  private final FitMonitor monitor;
  private final FitRows data;
  private final int mostAtoms;
  private final GreedyAtom search;
  private final AtomSet atoms;
  private final Correction correction;
  private int step;

  /**
   * An empty fit, which owns the resident atoms of {@code steps} until another fit is created.
   *
   * @param mostAtoms maximum number of atoms
   */
  ConvexFit(
      LassoSteps steps,
      Algebra algebra,
      LassoOptions options,
      FitMonitor monitor,
      GreedyAtom search,
      FitRows data,
      int mostAtoms) {
    rows = steps.rows.rows();
    this.steps = steps.search();
    this.monitor = monitor;
    this.search = search;
    this.data = data;
    this.mostAtoms = mostAtoms;
    atoms = new AtomSet(steps.rows, steps.factorisation, steps.atoms());
    Algebra pausing = algebra.pausing(monitor.signal()::check);
    CorrectiveStep corrective = CorrectiveStep.of(options.corrective());
    correction =
        data.known() == 1
            ? new CompleteCorrection(
                atoms, steps.search(), pausing, corrective, data, monitor.signal())
            : new KnownCorrection(
                atoms, steps.search(), pausing, corrective, data.known(), monitor.signal());
  }

  /**
   * Solves for {@code mu} from the current atoms, until the stopping rule holds, it is stopped,
   * {@code settled} (called every few steps) accepts the atoms, or {@code mostSteps} greedy steps
   * are done.
   *
   * @return whether it stopped before the step limit
   */
  boolean run(double mu, int mostSteps, BooleanSupplier settled) {
    double scale = data.prepared().scale();
    boolean fine = false;
    if (atoms.size() > 0) {
      correct(mu, ROUGH);
    }
    int last = step + mostSteps;
    while (true) {
      double objective = monitor.time("residual", () -> correction.show(mu));
      step++;
      GreedyAtom.Found found = fine ? search.searchHard() : search.search();
      List<BitVector> entering = new ArrayList<>();
      for (ScoredAtom candidate : found.atoms()) {
        if (Math.sqrt(candidate.score()) > mu * rows * (1 + ENTRY)
            && !atoms.contains(candidate.z())
            && atoms.size() + entering.size() < mostAtoms) {
          entering.add(candidate.z());
        }
      }
      monitor.step(
          LassoStages.CONVEX_FIT,
          step,
          atoms.size(),
          objective / (scale * scale),
          data.rmse(steps.squaredNorm()),
          Map.of(LassoStages.BOUND, Math.sqrt(found.bound()) / (mu * rows)));
      if (monitor.stop() || (entering.isEmpty() && (fine || atoms.size() == 0))) {
        return true;
      }
      if (step >= last) {
        return false;
      }
      fine = entering.isEmpty();
      if (!fine) {
        monitor.time(
            "products",
            () -> {
              correction.enter(entering);
              return entering;
            });
      }
      correct(mu, fine ? FINE : roughly(found.atoms().get(0).score(), mu));
      if (step % ASKED == 0 && settled.getAsBoolean()) {
        return true;
      }
    }
  }

  /** Accurate enough that an atom that enters by a small margin is not removed at once. */
  private double roughly(double score, double mu) {
    double threshold = mu * rows;
    double excess = score / (threshold * threshold) - 1;
    return Math.max(FINE, Math.min(ROUGH, excess / 10));
  }

  private void correct(double mu, double tolerance) {
    monitor.time(
        "corrective",
        () -> {
          correction.solve(mu, tolerance);
          return atoms;
        });
  }

  int size() {
    return atoms.size();
  }

  /** F at the present weights. */
  double objective(double mu) {
    return correction.objective(mu);
  }

  /**
   * Starts from {@code columns} with their optimal weights.
   *
   * @param columns distinct
   */
  void start(double mu, List<BitVector> columns) {
    if (!columns.isEmpty()) {
      correction.enter(columns);
      correct(mu, FINE);
    }
  }

  /** V, see {@link Correction#coefficients}. */
  UnaryOperator<Dense> coefficients() {
    return correction.coefficients();
  }

  BinaryMatrix columns() {
    return atoms.toMatrix();
  }

  /** Computes the residual A = X − Z V at the current weights on the device. */
  void showResidual(double mu) {
    correction.show(mu);
  }

  /** Returns whether there is no room for another atom. */
  boolean isFull() {
    return atoms.size() == mostAtoms;
  }

  /** The {@code k} atoms of largest c_k‖v_k‖² (the order of ‖v_k‖), fewer if there are fewer. */
  BinaryMatrix best(int k) {
    double[] c = atoms.weights();
    int[] order =
        IntStream.range(0, c.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -c[i]))
            .limit(k)
            .mapToInt(i -> i)
            .toArray();
    return atoms.toMatrix().select(order);
  }
}
