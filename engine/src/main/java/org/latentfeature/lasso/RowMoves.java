package org.latentfeature.lasso;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.factor.HartiganMoves;
import org.latentfeature.fit.factor.Search;

/**
 * {@link HartiganMoves} from the best so far and from random codes, where rows are few: their
 * dictionary has bent to each of them, and searches that alternate with it end beside the truth.
 */
final class RowMoves implements Search<LassoBench> {

  private static final int RANDOM_STARTS = 4;

  private static final long PURPOSE = 0x4a27;

  @Override
  public String name() {
    return LassoStages.MOVES;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    return bench.withoutMoves();
  }

  @Override
  public void run(LassoBench bench) {
    bench.prepareMoves();
    bench
        .monitor()
        .time(
            name(),
            () -> {
              bench.refineBest();
              int n = bench.steps().rows.rows();
              LassoOptions options = bench.options();
              for (int start = 0; start < RANDOM_STARTS && !bench.isReached(); start++) {
                bench.offerProposal(random(n, options.k(), options.seed(), start));
              }
              return bench;
            });
  }

  private static BinaryMatrix random(int n, int k, long seed, int start) {
    long stream = CounterRandom.stream(CounterRandom.stream(seed, PURPOSE), start);
    List<BitVector> columns = new ArrayList<>();
    for (int c = 0; c < k; c++) {
      boolean[] ones = new boolean[n];
      for (int i = 0; i < n; i++) {
        ones[i] = CounterRandom.uniform(stream, i, c) < .5;
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(n, columns);
  }
}
