package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.latentfeature.backend.AtomSearch;
import org.latentfeature.backend.AtomSearch.ScoredAtom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.linalg.Algebra;
import org.latentfeature.linalg.Dense;

/**
 * The greedy outer loop (paper, algorithm 1): find atoms with ‖Aᵀz‖ > μN, add them, re-solve for
 * all weights, drop those that vanish. Keeps its atoms between calls, so that a decreasing sequence
 * of penalties starts warm.
 */
final class ConvexFit {

  /** An atom must beat the threshold by this share to enter. */
  private static final double ENTRY = 1e-3;

  /** Accuracy of the weights while atoms still enter, and once none does. */
  private static final double ROUGH = Double.parseDouble(System.getProperty("ct", "1e-2"));

  private static final double FINE = 1e-6;

  /** Greedy steps from one question whether the fit may end to the next. */
  private static final int ASKED = Integer.getInteger("asked", 5);

  private final AtomSearch session;
  private final Algebra algebra;
  private final LassoOptions options;
  private final FitMonitor monitor;
  private final int mostAtoms;
  private final double squaredNorm;
  private final GreedyAtom search;
  private final CorrectiveStep corrective;
  private final AtomSet atoms;
  private int step;

  /**
   * An empty fit on {@code session}, whose resident Z it owns until the last {@link #run}.
   *
   * @param mostAtoms what the session has room for
   */
  ConvexFit(
      AtomSearch session,
      Algebra algebra,
      LassoOptions options,
      FitMonitor monitor,
      GreedyAtom search,
      int mostAtoms) {
    this.session = session;
    this.algebra = algebra;
    this.options = options;
    this.monitor = monitor;
    this.search = search;
    this.mostAtoms = mostAtoms;
    squaredNorm = session.squaredNorm();
    corrective = CorrectiveStep.of(options.corrective());
    atoms = new AtomSet(session);
  }

  /**
   * Solves for {@code mu}, from the present atoms, to the stopping rule, until stopped, or until
   * {@code settled} (asked now and then, and free to use the session) finds the atoms good enough.
   */
  void run(double mu, BooleanSupplier settled) {
    int n = session.rows();
    session.replace(atoms.toMatrix());
    boolean fine = false;
    if (atoms.size() > 0) {
      correct(mu, ROUGH);
    }
    int last = step + options.maxSteps();
    while (true) {
      Dense v = dictionary(mu);
      double error = monitor.time("residual", () -> session.residual(v));
      double objective = error / (2 * n);
      for (double c : atoms.weights()) {
        objective += mu * c * mu * n;
      }
      step++;
      GreedyAtom.Found found = search.search();
      List<BitVector> entering = new ArrayList<>();
      for (ScoredAtom candidate : found.atoms()) {
        if (Math.sqrt(candidate.score()) > mu * n * (1 + ENTRY)
            && !atoms.contains(candidate.z())
            && atoms.size() + entering.size() < mostAtoms) {
          entering.add(candidate.z());
        }
      }
      monitor.step(
          "lasso",
          step,
          atoms.size(),
          objective,
          Math.sqrt(found.bound()) / (mu * n),
          Math.sqrt(error / ((double) n * session.cols())));
      if (monitor.stop() || (entering.isEmpty() && (fine || atoms.size() == 0))) {
        return;
      }
      if (step >= last) {
        monitor.stepLimit();
        return;
      }
      fine = entering.isEmpty();
      if (!fine) {
        monitor.time(
            "products",
            () -> {
              atoms.add(entering);
              return entering;
            });
      }
      correct(mu, fine ? FINE : ROUGH);
      if (step % ASKED == 0) {
        if (settled.getAsBoolean()) {
          return;
        }
        session.replace(atoms.toMatrix());
      }
    }
  }

  private void correct(double mu, double tolerance) {
    monitor.time(
        "corrective",
        () -> {
          atoms.setWeights(corrective.solve(problem(mu), atoms.weights(), tolerance));
          atoms.eliminate();
          return atoms;
        });
  }

  /** V = diag(c) R B. */
  private Dense dictionary(double mu) {
    if (atoms.size() == 0) {
      return new Dense(0, session.cols());
    }
    return problem(mu).coefficients(atoms.weights()).times(atoms.cross());
  }

  private AtomWeights problem(double mu) {
    return new AtomWeights(algebra, atoms, squaredNorm, session.rows(), mu);
  }

  int size() {
    return atoms.size();
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
