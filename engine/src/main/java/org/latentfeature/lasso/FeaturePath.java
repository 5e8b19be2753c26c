package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.backend.AtomSearch;
import org.latentfeature.backend.AtomSearch.ScoredAtom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * Feature after feature: the best atoms of the least-squares residual are tried in turn, each
 * refined jointly with the features before it. Then swaps: drop a weak feature, grow another, keep
 * what lowers the squared error.
 */
final class FeaturePath {

  /** A change must lower the squared error by this share, or it may be rounding. */
  private static final double GAIN = 1e-7;

  private final AtomSearch session;
  private final Refinement refinement;
  private final GreedyAtom search;
  private final FitMonitor monitor;

  FeaturePath(AtomSearch session, Refinement refinement, GreedyAtom search, FitMonitor monitor) {
    this.session = session;
    this.refinement = refinement;
    this.search = search;
    this.monitor = monitor;
  }

  /** The best found with one feature more than {@code from} has. */
  Factors grow(Factors from, int tried) {
    session.replace(from.z());
    session.residual(from.w());
    List<ScoredAtom> atoms = search.search().atoms();
    Factors best = null;
    for (ScoredAtom atom : atoms.subList(0, Math.min(tried, atoms.size()))) {
      Factors grown = refine(from.z().with(atom.z()));
      if (best == null || grown.squaredError() < best.squaredError()) {
        best = grown;
      }
    }
    if (best == null) {
      // Nothing is left to explain: an empty feature keeps the count.
      return refine(from.z().with(BitVector.of(new boolean[session.rows()])));
    }
    return best;
  }

  private Factors refine(BinaryMatrix z) {
    return monitor.time("refine", () -> refinement.run(z));
  }

  /** Swaps until {@code attempts} in a row bring nothing. */
  Factors swap(Factors from, int attempts, int tried) {
    Factors best = from;
    int failed = 0;
    while (failed < attempts && !monitor.stop()) {
      int[] weakest = weakestFirst(best);
      if (failed >= weakest.length) {
        break;
      }
      BinaryMatrix rest = best.z().without(weakest[failed]);
      Factors grown = grow(refinement.fit(rest), tried);
      if (grown.squaredError() < best.squaredError() * (1 - GAIN)) {
        best = grown;
        failed = 0;
      } else {
        failed++;
      }
    }
    return best;
  }

  /** Features by what their removal would cost after a refit, cheapest first. */
  static int[] weakestFirst(Factors f) {
    double[] cost = removalCosts(f);
    return IntStream.range(0, cost.length)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> cost[k]))
        .mapToInt(k -> k)
        .toArray();
  }

  private static double[] removalCosts(Factors f) {
    double[] inverse = GramInverse.diagonal(f.z());
    double[] cost = new double[inverse.length];
    for (int k = 0; k < cost.length; k++) {
      double norm = f.w().rowNorm(k);
      cost[k] = inverse[k] > 0 ? norm * norm / inverse[k] : 0;
    }
    return cost;
  }

  /** A run over K = 1 … most. */
  List<Factors> run(Factors empty, int most, int attempts, int tried) {
    List<Factors> path = new ArrayList<>();
    Factors last = empty;
    for (int k = 1; k <= most && !monitor.stop(); k++) {
      last = swap(grow(last, tried), attempts, tried);
      path.add(last);
    }
    return path;
  }
}
