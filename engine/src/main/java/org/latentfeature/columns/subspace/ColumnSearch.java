package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * Finds the K binary columns in the span of the K leading singular vectors of X: every column found
 * is verified, and removed from the space that is searched next (deflation), where the others are
 * easier to find.
 */
public final class ColumnSearch {

  /** Minimum rows per squared dimension for which one symmetric iteration finds all the rest. */
  private static final double EASY = 0.6;

  /** Minimum for an occasional trial of it. */
  private static final double POSSIBLE = 0.35;

  /** Residuals of what is worth to be rounded on, in the deflated and in the whole space. */
  private static final double PROMISING = 0.3;

  private static final double ROUGH = 0.5;

  /** Added distance of starts from the remaining space for each round without success. */
  private static final double FARTHER = 0.25;

  private static final int PROBES = 32;
  private static final int MOST_BLOCKS = 48;
  private static final int RANK = 3;
  private static final int MOST_STALLED = 8;
  private static final long PURPOSE = 0xc01;

  private final Algebra algebra;
  private final long seed;
  private final StopSignal stop;
  private final Consumer<List<VerifiedColumn>> progress;
  private final WhitenedRows whole;
  private final Whitening whitening;
  private final int k;
  private final VerifiedSet found;
  private boolean skewed = true;
  private int symmetric;
  private int stalled;
  private int round;

  private ColumnSearch(
      Backend backend,
      Algebra algebra,
      Whitening whitening,
      WhitenedRows whole,
      long seed,
      StopSignal stop,
      Consumer<List<VerifiedColumn>> progress) {
    this.algebra = algebra;
    this.whitening = whitening;
    this.whole = whole;
    this.seed = CounterRandom.stream(seed, PURPOSE);
    this.stop = stop;
    this.progress = progress;
    k = whole.dimensions();
    found =
        new VerifiedSet(
            whole,
            whitening.noise(),
            () -> Chance.residual(backend, algebra, whole.rows(), k, this.seed, stop));
  }

  /**
   * Searches {@code rows}.
   *
   * @param backend that the rows are on
   * @param spectrum of the rows
   * @param leading their K leading vectors, with a gap after the K-th singular value
   * @param cols number of columns of the original data that are not all zero
   * @param seed of all random numbers
   * @param progress receives the verified columns after each round: at most K, the best first
   */
  public static void search(
      Backend backend,
      ResidentRows rows,
      Spectrum spectrum,
      Spectrum.Leading leading,
      int cols,
      long seed,
      StopSignal stop,
      Consumer<List<VerifiedColumn>> progress) {
    Algebra algebra = backend.algebra().pausing(stop::check);
    Whitening whitening = Whitening.of(rows, spectrum, leading, cols, algebra, stop);
    VerifiedColumn constant = whitening.constant();
    int k = leading.basis().rows();
    if (constant != null) {
      progress.accept(List.of(constant));
      if (k == 1) {
        return;
      }
    }
    int most = most(k);
    try (WhitenedRows y = new WhitenedRows(backend, whitening.y(), most, stop)) {
      ColumnSearch search = new ColumnSearch(backend, algebra, whitening, y, seed, stop, progress);
      search.run();
    }
  }

  /**
   * Minimum number of rows to distinguish columns from those that any data have by chance.
   *
   * @param k K
   */
  public static int leastRows(int k) {
    return Math.multiplyExact(VerifiedSet.LEAST_ROWS, k);
  }

  /**
   * Most bytes that it takes for N×D {@code rows} beside them on the device.
   *
   * @param k K
   */
  public static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    // The whole space, and what is left of it.
    return Math.max(
        whiteningBytes(backend, rows, cols, k),
        2 * WhitenedRows.bytesNeeded(backend, rows, k, most(k)));
  }

  /**
   * Returns how many bytes it takes on the host, beside those on the device: whitened rows of both
   * spaces, and their products with a few directions.
   *
   * @param rows N
   * @param k K
   */
  public static long hostBytes(Backend backend, int rows, int k) {
    return 2 * whiteBytes(rows, k) + WhitenedRows.splitBytes(backend, rows, most(k));
  }

  /**
   * Returns how many bytes it takes on the device and on the host if all columns are found in the
   * whole space, before others are searched.
   *
   * @param rows N
   * @param cols D
   * @param k K
   */
  public static long firstBytes(Backend backend, int rows, int cols, int k) {
    return whiteBytes(rows, k)
        + Math.max(
            whiteningBytes(backend, rows, cols, k) + whiteBytes(rows, k),
            WhitenedRows.bytesNeeded(backend, rows, k, most(k))
                + WhitenedRows.splitBytes(backend, rows, most(k)));
  }

  private static long whiteningBytes(Backend backend, int rows, int cols, int k) {
    return backend.bytesNeeded(rows, cols, List.of(new Projections.Limits(k)))
        - backend.bytesNeeded(rows, cols, List.of());
  }

  private static long whiteBytes(int rows, int k) {
    return (long) Float.BYTES * rows * k;
  }

  private static int most(int k) {
    return Math.max(k, RANK * MOST_BLOCKS);
  }

  private void run() {
    while (!found.isFull() && stalled < MOST_STALLED) {
      stop.check();
      round++;
      int before = found.size();
      Dense basis = found.complement();
      List<BitVector> candidates = new ArrayList<>();
      if (before == 0) {
        candidates.addAll(deflated(whole));
      } else {
        try (WhitenedRows rest = whole.within(basis)) {
          candidates.addAll(deflated(rest));
        }
      }
      if (before > 0 && stalled >= 2) {
        candidates.addAll(soft(basis));
      }
      found.take(new Rounding(whole).round(candidates, 10, ROUGH));
      stalled = found.size() > before ? 0 : stalled + 1;
      if (found.size() > before + Math.max(1, k / 12)) {
        symmetric = 0;
      }
      skewed &= found.size() > before;
      progress.accept(all());
    }
  }

  private List<VerifiedColumn> all() {
    List<VerifiedColumn> all = new ArrayList<>(found.columns());
    if (whitening.constant() != null) {
      all.add(0, whitening.constant());
    }
    return all;
  }

  private long stream(int purpose) {
    return CounterRandom.stream(seed, round * 16L + purpose);
  }

  /** Candidates from the space that is left. */
  private List<BitVector> deflated(WhitenedRows y) {
    int left = y.dimensions();
    FixedPoint iteration = new FixedPoint(y, algebra);
    Rounding rounding = new Rounding(y);
    List<BitVector> candidates = new ArrayList<>();
    Dense directions = new Dense(0, left);
    if (round == 1 || !skewed) {
      Dense probe =
          iteration.single(Directions.normal(PROBES, left, stream(0)), Contrast.SQUARE, 30);
      if (round == 1) {
        candidates.addAll(rounding.round(probe, 6, PROMISING));
        skewed = found.verifiesAny(candidates);
      } else {
        directions = directions.appendRows(probe);
      }
    }
    if (skewed) {
      directions =
          directions.appendRows(
              iteration.symmetric(
                  Directions.normal(left, left, stream(1)), Contrast.SQUARE, 0, 40));
    }
    double density = y.rows() / ((double) left * left);
    if ((density >= EASY && symmetric < 2)
        || (density >= POSSIBLE && symmetric == 0 && round % 3 == 2)) {
      symmetric++;
      directions =
          directions.appendRows(
              iteration.symmetric(
                  Directions.normal(left, left, stream(2)), Contrast.sign(), 0.9, 150));
    } else if (!skewed || round > 1) {
      symmetric = 0;
      int blocks = Math.min(Math.max(8, left), MOST_BLOCKS);
      BlockRelaxation.Outcome outcome =
          new BlockRelaxation(y, RANK, 0.95, 100)
              .run(Directions.normal(RANK * blocks, left, stream(3)));
      // Blocks that are stuck are rounded only after a round that found no column.
      List<Dense> factors = stalled == 0 ? outcome.solved() : outcome.factors();
      directions = directions.appendRows(BlockRange.directions(y, factors, stream(4)));
    }
    candidates.addAll(rounding.round(directions, 6, stalled > 1 ? PROMISING + 0.4 : PROMISING));
    return candidates;
  }

  /**
   * Candidates from the whole space by starts in what is left of it: a column that depends on those
   * found is no longer binary there.
   */
  private List<BitVector> soft(Dense basis) {
    int left = basis.rows();
    int rank = new int[] {1, 2, 3}[round % 3];
    int blocks = Math.min(Math.max(8, 2 * left), MOST_BLOCKS);
    Dense start = around(basis, rank * blocks, 5);
    BlockRelaxation.Outcome outcome =
        new BlockRelaxation(whole, rank, round % 2 == 0 ? 0.9 : 0.5, 120).run(start);
    Rounding rounding = new Rounding(whole);
    List<BitVector> columns =
        new ArrayList<>(
            rounding.round(BlockRange.directions(whole, outcome.factors(), stream(7)), 8, ROUGH));
    Dense splits = Directions.normalise(around(basis, MOST_BLOCKS, 8));
    columns.addAll(rounding.round(splits, 30, ROUGH));
    return columns;
  }

  /**
   * Random directions in the span of {@code basis}; the longer nothing was found, the farther from
   * it, for of few dimensions all starts in them lead to the same.
   */
  private Dense around(Dense basis, int count, int purpose) {
    Dense inside =
        Directions.normalise(Directions.normal(count, basis.rows(), stream(purpose)).times(basis));
    Dense any = Directions.normalise(Directions.normal(count, k, stream(purpose + 1)));
    double share = FARTHER * (stalled - 2);
    for (int i = 0; i < any.values().length; i++) {
      inside.values()[i] += share * any.values()[i];
    }
    return inside;
  }
}
