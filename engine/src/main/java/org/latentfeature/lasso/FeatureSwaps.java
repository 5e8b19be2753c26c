package org.latentfeature.lasso;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.CodeRefinement;
import org.latentfeature.fit.factor.Factors;
import org.latentfeature.step.ResidentRows;

/**
 * Local search around a factorisation: replace a feature, refine, and keep the result if its
 * squared error is lower. The replacement is the best atom of the residual, by score and by gain in
 * turn (for the weakest features), or the residual of a random row (for any).
 */
final class FeatureSwaps {

  /** A change must lower the squared error by this share, or it may be rounding. */
  private static final double GAIN = 1e-7;

  /** A trial continues if after its first rounds it is within this share of the best. */
  private static final double PROMISING = 0.02;

  private static final int TRIAL_ROUNDS = 6;
  private static final int MOST_TRIALS = 400;
  private static final long PURPOSE = 0x5eed;

  private final ResidentRows rows;
  private final CodeRefinement refinement;
  private final FeaturePath path;
  private final FitMonitor monitor;
  private final long seed;
  private long draws;

  FeatureSwaps(
      ResidentRows rows,
      CodeRefinement refinement,
      FeaturePath path,
      FitMonitor monitor,
      long seed) {
    this.rows = rows;
    this.refinement = refinement;
    this.path = path;
    this.monitor = monitor;
    this.seed = CounterRandom.stream(seed, PURPOSE);
  }

  /** The best found from {@code start} within {@code budget} of {@link CodeRefinement#work}. */
  Factors improve(Factors start, double budget) {
    double until = refinement.work() + budget;
    Factors best = start;
    int rank = 0;
    int k = start.z().cols();
    for (int trial = 0;
        trial < MOST_TRIALS && refinement.work() < until && !monitor.stop();
        trial++) {
      Factors tried;
      if (trial % 4 == 0 && rank < k) {
        Factors rest = refinement.fit(best.z().without(weakestFirst(best)[rank++]));
        tried = trial % 8 == 0 ? path.sproutByScore(rest) : path.sproutByGain(rest);
      } else {
        tried = reseed(best, 1 + (k > 2 ? trial % 2 : 0));
      }
      if (tried.squaredError() < best.squaredError() * (1 + PROMISING)) {
        tried = refinement.descend(tried);
      }
      if (tried.squaredError() < best.squaredError() * (1 - GAIN)) {
        best = tried;
        rank = 0;
      }
    }
    return best;
  }

  /** Replaces {@code count} random features by the residuals of single random rows. */
  private Factors reseed(Factors from, int count) {
    Dense w = from.w().copy();
    BinaryMatrix z = from.z();
    float[] row = new float[rows.cols()];
    for (int c = 0; c < count; c++) {
      int feature = draw(z.cols());
      int n = draw(rows.rows());
      rows.copy(new int[] {n}).getRow(0, row);
      for (int j = 0; j < row.length; j++) {
        double rest = row[j];
        for (int k = 0; k < z.cols(); k++) {
          if (k != feature && z.get(n, k)) {
            rest -= w.get(k, j);
          }
        }
        // What the row does not know, it does not tell of.
        w.set(feature, j, Double.isNaN(rest) ? 0 : rest);
      }
      z = z.replace(feature, BitVector.of(new boolean[rows.rows()]));
    }
    return refinement.run(z, w, TRIAL_ROUNDS);
  }

  private int draw(int below) {
    return (int) (CounterRandom.uniform(seed, draws++, 0) * below);
  }

  /** Features by what their removal would cost after a refit, ‖w_k‖²/(ZᵀZ)⁻¹_kk, cheapest first. */
  static int[] weakestFirst(Factors f) {
    double[] cost = GramInverse.diagonal(f.z());
    for (int k = 0; k < cost.length; k++) {
      double norm = f.w().rowNorm(k);
      cost[k] = cost[k] > 0 ? norm * norm / cost[k] : 0;
    }
    return IntStream.range(0, cost.length)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> cost[k]))
        .mapToInt(k -> k)
        .toArray();
  }
}
