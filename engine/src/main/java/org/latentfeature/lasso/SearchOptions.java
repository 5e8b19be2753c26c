package org.latentfeature.lasso;

import org.latentfeature.fit.OptionException;
import org.latentfeature.fit.Range;

/**
 * Effort of the atom search of each greedy step.
 *
 * @param rank r, length of the SDP's unit vectors; 8 to 20 works well
 * @param sweepTolerance relative gain of a sweep below which sweeping stops
 * @param maxSweeps maximum sweeps
 * @param hyperplanes random roundings
 * @param candidates maximum atoms found, q
 * @param polishPasses maximum passes of single flips over the rows
 */
public record SearchOptions(
    int rank,
    double sweepTolerance,
    int maxSweeps,
    int hyperplanes,
    int candidates,
    int polishPasses) {

  /**
   * The paper's settings: rank 10, 100 sweeps (fewer only if a sweep gains nothing), the best of
   * 100 hyperplanes, one atom; and flips, of which the paper has none.
   */
  public static final SearchOptions PAPER =
      new SearchOptions(10, Double.MIN_NORMAL, 100, 100, 1, 20);

  /**
   * Sweeps of a greedy step where each is a round: after four of them vectors that turn at once are
   * about as near to the optimum as those that turn one after another are after two.
   */
  private static final int ROUND_SWEEPS = 4;

  /** Passes of flips: with one less a fit takes nearly three times as many greedy steps. */
  private static final int READ_PASSES = 3;

  /** Hyperplanes whose atoms take a bit a row. */
  private static final int READ_HYPERPLANES = 64;

  /** Checks the ranges. */
  public SearchOptions {
    Range.atLeast(2).require("rank", rank);
    Range.atLeast(1).require("max-sweeps", maxSweeps);
    Range.atLeast(1).require("hyperplanes", hyperplanes);
    Range.atLeast(1).require("candidates", candidates);
    Range.atLeast(0).require("polish-passes", polishPasses);
    if (!(sweepTolerance > 0 && sweepTolerance < 1)) {
      throw new OptionException(
          "sweep-tolerance", "is " + sweepTolerance + "; it must lie between 0 and 1");
    }
  }

  /**
   * Returns these options for few readings of the rows, for many rows, or rows that stay in their
   * file: one for the residual and the starting vectors, one sweep, three passes of flips.
   */
  SearchOptions inFewReadings() {
    return new SearchOptions(
        rank,
        sweepTolerance,
        1,
        Math.min(hyperplanes, READ_HYPERPLANES),
        candidates,
        Math.min(polishPasses, READ_PASSES));
  }

  /**
   * Returns these options for few rounds, where every sweep and every pass is a round over many
   * machines.
   */
  SearchOptions inFewRounds() {
    SearchOptions few = inFewReadings();
    return new SearchOptions(
        rank,
        sweepTolerance,
        Math.min(maxSweeps, ROUND_SWEEPS),
        few.hyperplanes,
        candidates,
        few.polishPasses);
  }

  /** The defaults for K features: more features need more atoms per step. */
  public static SearchOptions of(int k) {
    int candidates = Math.min(24, Math.max(8, k / 4));
    return new SearchOptions(8, 1e-3, 100, Math.max(64, 5 * candidates), candidates, 20);
  }
}
