package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;

/**
 * The state that chains need beside a {@link Posterior} to run on as if they had never stopped, bit
 * for bit.
 *
 * @param best likeliest Z so far of all chains, its columns in the order of its chain
 * @param logs log p of the likeliest sample of each chain, of the data in the chains' units, C×1
 * @param order number of each feature of the posterior in the reference of the chains, from 0, K×1
 * @param dictionaries number of samples in the sums of each feature of the posterior, K×1
 * @param sums by chain, of the dictionaries, K×D in the order of the reference; none in burn-in
 * @param squares by chain, of their squares and variances, likewise
 */
public record Continuation(
    BinaryMatrix best,
    Dense logs,
    Dense order,
    Dense dictionaries,
    List<Dense> sums,
    List<Dense> squares) {

  /** Keeps unmodifiable lists; checks that {@code order} is one. */
  public Continuation {
    sums = List.copyOf(sums);
    squares = List.copyOf(squares);
    inverse(order);
  }

  /** The chain that {@link #best} is of. */
  int bestChain() {
    int chain = 0;
    for (int c = 1; c < logs.rows(); c++) {
      chain = logs.get(c, 0) > logs.get(chain, 0) ? c : chain;
    }
    return chain;
  }

  /** Returns this continuation for a posterior with its features in another order. */
  Continuation select(int[] kept) {
    return new Continuation(
        best, logs, order.selectRows(kept), dictionaries.selectRows(kept), sums, squares);
  }

  /**
   * The moments of {@code posterior} by chain; those that all chains share are the first one's.
   *
   * @param cols D
   */
  List<FeatureMoments> moments(Posterior posterior, int cols) {
    int[] back = inverse(order);
    Posterior first = posterior.select(back);
    int samples = posterior.samples();
    List<FeatureMoments> moments = new ArrayList<>();
    for (int c = 0; c < sums.size(); c++) {
      FeatureMoments own = new FeatureMoments(first.reference(), cols);
      own.add(sums.get(c), squares.get(c));
      if (c == 0) {
        own.add(samples, first.inclusion(), first.presence(), dictionaries.selectRows(back));
      }
      moments.add(own);
    }
    return moments;
  }

  private static int[] inverse(Dense order) {
    int[] inverse = IntStream.generate(() -> -1).limit(order.rows()).toArray();
    for (int k = 0; k < inverse.length; k++) {
      int of = (int) order.get(k, 0);
      if (of < 0 || of >= inverse.length || inverse[of] >= 0) {
        throw new IllegalArgumentException(
            "feature %d is number %d of the chains, which is another or none".formatted(k + 1, of));
      }
      inverse[of] = k;
    }
    return inverse;
  }
}
