package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.step.AtomRanking;
import org.latentfeature.step.AtomSearch.ScoredAtom;
import org.latentfeature.step.Candidates;

/**
 * Atoms of large gain ‖Aᵀz‖²/(|z| + 2): nearly what z alone takes off the squared error. An atom of
 * large ‖Aᵀz‖² has a third to a half of the rows, whatever the features; one of large gain may have
 * few (docs/lasso.md, section 14).
 */
final class GainAtoms {

  /** Rows drawn for one search. */
  private static final int DRAWN = 20;

  /** Added to |z|: a few rows of large noise are not worth an atom. */
  private static final double FEWEST = 2;

  private static final long PURPOSE = 0x6a17;

  private final LassoSteps steps;
  private final CodeRefinement refinement;
  private final SearchOptions options;
  private final long seed;
  private final FitMonitor monitor;
  private long draws;

  GainAtoms(
      LassoSteps steps,
      CodeRefinement refinement,
      SearchOptions effort,
      long seed,
      FitMonitor monitor) {
    this.steps = steps;
    this.refinement = refinement;
    options = effort;
    this.seed = CounterRandom.stream(seed, PURPOSE);
    this.monitor = monitor;
  }

  /**
   * Atoms of the search's residual, that of {@code from}.
   *
   * @param present atoms of that residual to begin with, as a search found them; the others begin
   *     with rows, drawn in proportion to their squared error
   * @return at most {@code count} distinct, non-zero atoms, best first; their score is the gain
   */
  List<ScoredAtom> search(Factors from, List<ScoredAtom> present, int count) {
    return monitor.time("polish", () -> find(from, present, count));
  }

  private List<ScoredAtom> find(Factors from, List<ScoredAtom> present, int count) {
    if (present.isEmpty()) {
      return List.of(); // Only the empty atom was found.
    }
    List<BitVector> atoms = present.stream().map(ScoredAtom::z).toList();
    List<ScoredAtom> found = climb(means(steps.search().sums(atoms), atoms));
    int[] rows = drawn(from);
    for (int at = 0; at < rows.length; at += options.candidates()) {
      int end = Math.min(at + options.candidates(), rows.length);
      found.addAll(climb(residuals(from, Arrays.copyOfRange(rows, at, end))));
    }
    return AtomRanking.best(found, count);
  }

  /** Numbers of rows, in proportion to ‖a_n‖². */
  private int[] drawn(Factors from) {
    double[] upTo = steps.factorisation.rowErrors(refinement.resident(from), from.w());
    for (int i = 1; i < upTo.length; i++) {
      upTo[i] += upTo[i - 1];
    }
    double all = upTo[upTo.length - 1];
    int[] rows = new int[DRAWN];
    for (int d = 0; d < rows.length; d++) {
      double at = all * CounterRandom.uniform(seed, draws++, 0);
      int place = Arrays.binarySearch(upTo, at);
      rows[d] = Math.min(place < 0 ? -place - 1 : place + 1, upTo.length - 1);
    }
    return rows;
  }

  /** Rows of the residual, 0 where X is missing. */
  private Dense residuals(Factors from, int[] rows) {
    Matrix x = steps.rows.copy(rows);
    Dense residuals = new Dense(rows.length, x.cols());
    for (int r = 0; r < rows.length; r++) {
      for (int j = 0; j < x.cols(); j++) {
        double rest = x.get(r, j);
        for (int k = 0; k < from.z().cols(); k++) {
          rest -= from.z().get(rows[r], k) ? from.w().get(k, j) : 0;
        }
        residuals.set(r, j, Double.isNaN(rest) ? 0 : rest);
      }
    }
    return residuals;
  }

  /**
   * From the atoms near {@code directions}, to those near their (shrunken) means, until none
   * changes. The gain is convex in z, and that step maximises its linear bound: it never falls.
   */
  private List<ScoredAtom> climb(Dense directions) {
    Candidates candidates = steps.search().candidates();
    List<ScoredAtom> settled = new ArrayList<>();
    Dense near = directions;
    List<BitVector> before = List.of();
    for (int pass = 1; near.rows() > 0; pass++) {
      candidates.near(near);
      candidates.sum();
      List<BitVector> atoms = candidates.atoms();
      double[] scores = candidates.scores();
      List<Integer> moving = new ArrayList<>();
      for (int c = 0; c < scores.length; c++) {
        BitVector z = atoms.get(c);
        if (pass < options.polishPasses() && (before.isEmpty() || !z.equals(before.get(c)))) {
          moving.add(c);
        } else {
          settled.add(new ScoredAtom(z, scores[c] / (z.count() + FEWEST)));
        }
      }
      before = moving.stream().map(atoms::get).toList();
      int[] numbers = moving.stream().mapToInt(c -> c).toArray();
      near = means(candidates.sums().selectRows(numbers), before);
    }
    return settled;
  }

  /** s/(|z| + 2) of each of {@code atoms}. */
  private static Dense means(Dense sums, List<BitVector> atoms) {
    Dense means = sums.copy();
    for (int c = 0; c < means.rows(); c++) {
      double size = atoms.get(c).count() + FEWEST;
      for (int j = 0; j < means.cols(); j++) {
        means.set(c, j, means.get(c, j) / size);
      }
    }
    return means;
  }
}
