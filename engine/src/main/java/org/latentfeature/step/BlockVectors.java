package org.latentfeature.step;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;

/**
 * Unit vectors that are not kept; kept are the shares of blocks in their sums S = VᵀA, r×D each. A
 * sweep begins on each block with random vectors, whose row's own share in S, its former vector's,
 * is one of N, and moves each to its optimum given S: but for that share, and what the block's rows
 * before it have added to S, the ascent of a convex function by its linear bound, which never falls
 * (Journée et al. 2010). The first sweep is that of vectors in memory.
 */
final class BlockVectors implements UnitVectors {

  /** Takes a block whose vectors are at their optima. */
  @FunctionalInterface
  interface Swept {
    /**
     * Takes it.
     *
     * @param total Σ a_i over the block, 1×D
     * @param dummy the dummy's vector while the block was swept
     */
    void of(int part, AtomSearch search, Dense total, Dense dummy);
  }

  private final AtomSearchInBlocks blocks;
  private final List<Dense> shares = new ArrayList<>();
  private int rank;
  private long seed;
  private Sums state = new Sums(new Dense(0, 0), new Dense(0, 0), new Dense(0, 0));

  BlockVectors(AtomSearchInBlocks blocks) {
    this.blocks = blocks;
  }

  @Override
  public void start(int r, long ofStart) {
    rank = r;
    seed = ofStart;
    shares.clear();
    blocks.walk(
        (part, search) -> {
          search.vectors().start(rank, seed);
          Sums own = search.vectors().sums();
          shares.add(ofRows(own));
          state = part == 0 ? own : state.plus(own);
        });
  }

  @Override
  public double sweep(long order) {
    return sweep(order, (part, search, total, dummy) -> {});
  }

  /** Sweeps all vectors like {@link #sweep(long)}, and passes each block to {@code swept}. */
  double sweep(long order, Swept swept) {
    blocks.walk(
        (part, search) -> {
          Sums random = remake(part, search, order);
          Sums after = search.vectors().sums();
          Dense before = ofRows(state);
          Dense share = AtomSearchInBlocks.minus(ofRows(after), before).plus(ofRows(random));
          Dense rows = AtomSearchInBlocks.minus(before, shares.set(part, share)).plus(share);
          state =
              new Sums(
                  rows.plus(ofDummy(after.dummy(), state.total())), after.dummy(), state.total());
          swept.of(part, search, random.total(), after.dummy());
        });
    return state.sums().squaredNorm() / 4;
  }

  /**
   * Moves random vectors of a block to their optima given S.
   *
   * @return the sums of the random ones
   */
  private Sums remake(int part, AtomSearch search, long order) {
    UnitVectors own = search.vectors();
    own.start(rank, seed);
    Sums random = own.sums();
    own.resume(state);
    own.sweep(CounterRandom.stream(order, part));
    return random;
  }

  /** The part of S that is of rows, not of the dummy. */
  private static Dense ofRows(Sums all) {
    return AtomSearchInBlocks.minus(all.sums(), ofDummy(all.dummy(), all.total()));
  }

  private static Dense ofDummy(Dense vector, Dense total) {
    return vector.transpose().times(total);
  }

  /** The vectors as another sweep would leave them, on one reading. */
  void visit(Swept swept) {
    blocks.walk(
        (part, search) -> {
          Sums random = remake(part, search, seed);
          swept.of(part, search, random.total(), search.vectors().sums().dummy());
        });
  }

  @Override
  public Dense toDense() {
    PartLayout layout = blocks.layout();
    Dense all = new Dense(layout.rows() + 1, rank);
    visit(
        (part, search, total, dummy) -> {
          // The dummy's vector, below a block's, is written over by the next block.
          double[] some = search.vectors().toDense().values();
          System.arraycopy(some, 0, all.values(), layout.first(part) * rank, some.length);
        });
    System.arraycopy(state.dummy().values(), 0, all.values(), layout.rows() * rank, rank);
    return all;
  }

  @Override
  public Sums sums() {
    return state;
  }

  @Override
  public void resume(Sums all) {
    state = all;
  }
}
