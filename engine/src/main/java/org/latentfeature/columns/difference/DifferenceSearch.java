package org.latentfeature.columns.difference;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.PathSample;

/**
 * Z and W from the most frequent differences of rows (docs/differences.md). The differences are
 * those of neighbours where rows are in an order in which neighbours are much alike, and those of
 * all pairs of a sample otherwise.
 */
public final class DifferenceSearch {

  /** Maximum K: all sums of the rows of W are compared with a row of X. */
  public static final int MOST_FEATURES = 16;

  /** Maximum D: of more columns, pairs that differ in one feature are lost among the others. */
  public static final int MOST_COLUMNS = 32;

  private static final long PURPOSE = 0xd5ea;

  /** Rows of a sample. */
  private static final int SAMPLE = 4000;

  /** Pairs of rows that differ in one feature alone, if every feature has half of the rows. */
  private static final int VOTES = 1500;

  /** Rows by which dictionaries are compared. */
  private static final int COMPARED_ROWS = 800;

  private static final int ROUNDS = 8;
  private static final int SAMPLE_ROUNDS = 30;

  /** Distances of rows and sums that are computed to settle all rows. */
  private static final double SETTLING_WORK = 2e9;

  /** Widths of cells, in standard deviations of the noise of a difference. */
  private static final double[] OF_NOISE = {4.5, 3, 6.5};

  /** Widths of cells, in lengths of a coordinate of the difference from the nearest row. */
  private static final double[] OF_NEAREST = {1.65, 2, 2.5, 1.3, 3.2};

  /** Least of these lengths, in standard deviations of a difference. */
  private static final double LEAST_NEAREST = .05;

  private static final int NEAREST_ROWS = 500;

  /** The error of the ground truth is at most so many times that of the noise as estimated. */
  private static final double SLACK = 1.1;

  /** Standard deviations of that error that it may have in addition. */
  private static final double DEVIATIONS = 4;

  /** Residuals that lack no feature are at most so many times longer than chance makes them. */
  private static final double ROUND = 1.2;

  /** Least width of cells, in standard deviations of a difference: in less, digits are lost. */
  private static final double LEAST_WIDTH = 2e-3;

  private final int k;
  private final int threads;
  private final StopSignal stop;
  private final Matrix x;
  private final Points rows;
  private final Differences differences;
  private final long seed;

  private DifferenceSearch(Matrix x, int k, long seed, int threads, StopSignal stop) {
    this.x = x;
    this.k = k;
    this.threads = threads;
    this.stop = stop;
    this.seed = CounterRandom.stream(seed, PURPOSE);
    int n = x.rows();
    int[] drawn = PathSample.draw(n, Math.min(n, SAMPLE), seed);
    int[] mixed = CounterRandom.permutation(this.seed, drawn.length);
    rows = Points.of(x, Arrays.stream(mixed).map(i -> drawn[i]).toArray());
    differences =
        Differences.isInOrder(x, this.seed)
            ? Differences.ofNeighbours(x, this.seed)
            : Differences.ofAll(rows.first(pairedRows(k)));
  }

  /** Pairs of n rows differ in a feature alone n²/2 · 2^−K times, or more often. */
  private static int pairedRows(int k) {
    return (int) Math.sqrt(2. * VOTES * (1 << k));
  }

  /**
   * What a search finds.
   *
   * @param z codes, N×K
   * @param isSettled whether K differences stand out from all others, and are the rows of W
   */
  public record Result(BinaryMatrix z, boolean isSettled) {}

  /**
   * Searches Z.
   *
   * @param x N×D, complete
   * @param k K, at most {@value #MOST_FEATURES}
   * @return null if fewer than K differences stand out
   */
  public static @Nullable Result search(Matrix x, int k, long seed, int threads, StopSignal stop) {
    return new DifferenceSearch(x, k, seed, threads, stop).run();
  }

  /**
   * Counts the differences that stand out from all others, and explain X as features.
   *
   * @param x N×D, complete
   * @param most maximum count; none above {@value #MOST_FEATURES} is found
   * @return 0 if none do
   */
  public static int count(Matrix x, int most, long seed, int threads, StopSignal stop) {
    return new DifferenceSearch(x, Math.min(most, MOST_FEATURES), seed, threads, stop).count();
  }

  private @Nullable Result run() {
    Found best = null;
    for (double width : widths()) {
      Generators generators = generators(width);
      if (generators.size() < k) {
        continue;
      }
      Found found = fit(generators, k);
      if (best == null || found.isSettled() || found.error() < best.error()) {
        best = found;
      }
      if (best.isSettled()) {
        break;
      }
    }
    return best == null ? null : new Result(all(best.w()), best.isSettled());
  }

  private int count() {
    for (double width : widths()) {
      Generators generators = generators(width);
      int count = generators.count();
      if (count > 0 && count <= k && fit(generators, count).isSettled()) {
        // A place beside the noise of a mode may have as many votes as a feature.
        while (count > 1 && fit(generators, count - 1).isExplained()) {
          count--;
        }
        return count;
      }
    }
    return 0;
  }

  private Generators generators(double width) {
    return new ModeSearch(differences, k, seed, threads, stop).generators(width);
  }

  /** Returns widths of cells, in the order in which they are tried. */
  private double[] widths() {
    double least = LEAST_WIDTH * differences.spread();
    if (isNoiseKnown()) {
      return scaled(OF_NOISE, differences.noise(), least);
    }
    double nearest = rows.first(pairedRows(k)).nearestOther(NEAREST_ROWS);
    double length = nearest / Math.sqrt(rows.dimensions());
    return scaled(OF_NEAREST, Math.max(length, LEAST_NEAREST * differences.spread()), least);
  }

  private static double[] scaled(double[] factors, double unit, double least) {
    return Arrays.stream(factors).map(factor -> Math.max(factor * unit, least)).toArray();
  }

  private boolean isNoiseKnown() {
    return !Double.isNaN(differences.noise());
  }

  /**
   * Returns whether the mean squared error of {@code count} rows is that of the noise, half of a
   * difference's, as far as so many tell.
   */
  private boolean isNoise(double error, int count) {
    double expected = .5 * rows.dimensions() * differences.noise() * differences.noise();
    double deviation = Math.sqrt(2. / (count * rows.dimensions()));
    return error <= (SLACK + DEVIATIONS * deviation) * expected;
  }

  /** A dictionary for one width of cells, and the mean squared error of some rows. */
  private record Found(Dense w, double error, boolean isExplained, boolean standsOut) {
    boolean isSettled() {
      return isExplained && standsOut;
    }
  }

  private Found fit(Generators generators, int features) {
    Points compared = rows.first(COMPARED_ROWS);
    Alternation alternation = new Alternation(compared, threads, stop);
    Dense signed = new Signs(generators.rows(features), compared, threads, stop).best();
    Dense w = alternation.run(signed, ROUNDS);
    boolean isExplained =
        isNoiseKnown()
            ? isNoise(alternation.error(), compared.count())
            : generators.areNear(w) && isRound(alternation.elongation(), compared);
    return new Found(w, alternation.error(), isExplained, generators.standOut(features));
  }

  /** Returns whether residuals are as long in all directions, as far as their number tells. */
  private static boolean isRound(double elongation, Points points) {
    double root = 1 + Math.sqrt((double) points.dimensions() / points.count());
    return elongation <= ROUND * root * root;
  }

  /** Returns the codes of all rows for {@code w}, settled on a sample. */
  private BinaryMatrix all(Dense w) {
    Dense settled = new Alternation(rows, threads, stop).run(w, SAMPLE_ROUNDS);
    Points every = Points.of(x, IntStream.range(0, x.rows()).toArray());
    int rounds = (int) Math.min(ROUNDS, SETTLING_WORK / ((double) x.rows() * (1 << k)));
    Alternation alternation = new Alternation(every, threads, stop);
    alternation.run(settled, rounds);
    return alternation.codes();
  }
}
