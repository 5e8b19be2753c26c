package org.latentfeature.columns.difference;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.ChiSquared;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.factor.PathSample;

/**
 * Z and W from the most frequent differences of rows (docs/differences.md). The differences are
 * those of neighbours where rows are in an order in which neighbours are much alike, and those of
 * all pairs of a sample where they are not, or neighbours settle nothing.
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

  /** Dictionaries are compared by at least so many rows. */
  private static final int COMPARED_ROWS = 800;

  /** More rows take part if that many multiplications code them. */
  private static final double COMPARED_WORK = 1 << 25;

  private static final int ROUNDS = 8;
  private static final int SAMPLE_ROUNDS = 30;

  /** Widths of cells, in standard deviations of the noise of a difference. */
  private static final double[] OF_NOISE = {4.5, 3, 6.5};

  /** Widths of cells, in lengths of a coordinate of the difference from the nearest row. */
  private static final double[] OF_NEAREST = {1.65, 1.3, 2, 2.5, 3.2};

  /** Least of these lengths, in standard deviations of a difference. */
  private static final double LEAST_NEAREST = .05;

  private static final int NEAREST_ROWS = 500;

  /** Maximum ratio of the error of the ground truth to that of the noise as estimated. */
  private static final double SLACK = 1.1;

  /** Standard deviations of that ratio that are allowed in addition. */
  private static final double DEVIATIONS = 4;

  /** Rounding error of a row's entry, in standard deviations of a difference. */
  private static final double ROUNDING = 1e-5;

  /** Maximum elongation of residuals without a missing feature, in units of what chance makes. */
  private static final double ROUND = 1.2;

  /** Rows are moved by so many times their distance from sums to see whether sums are dense. */
  private static final double MOVED = 4;

  /**
   * Minimum squared distance of moved rows from sums, in units of that of rows: near 1 where sums
   * are as dense as the noise, so that any W explains X, and 1 + 4² where they are far apart.
   */
  private static final double APART = 5;

  /** Errors are about the same up to this ratio. */
  private static final double SAME = 1.02;

  /** Standard deviations of a normal number below which 95 % of such numbers are. */
  private static final double UPPER = 1.645;

  /** Wrong codes leave more than 5 % of the rows farther from sums than so many times that. */
  private static final double TAIL = 1.5;

  /** Least width of cells, in standard deviations of a difference: in less, digits are lost. */
  private static final double LEAST_WIDTH = 2e-3;

  private final int k;
  private final int threads;
  private final StopSignal stop;
  private final Matrix x;
  private final Points rows;
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
  }

  /**
   * Returns the differences that are looked at, in turn until one settles the search: jumps first,
   * but rows may be sorted without being in order of time.
   */
  private List<Differences> differences() {
    Differences all = Differences.ofAll(rows.first(pairedRows(k)));
    return Stream.of(Differences.isInOrder(x, seed) ? Differences.ofNeighbours(x, seed) : all, all)
        .distinct()
        .filter(some -> some.spread() > 0)
        .toList();
  }

  /** Pairs of n rows differ in a feature alone n²/2 · 2^−K times, or more often. */
  private static int pairedRows(int k) {
    return (int) Math.sqrt(2. * VOTES * (1 << k));
  }

  /**
   * Codes, and the evidence for them.
   *
   * @param z codes, N×K
   * @param isSettled whether differences stand out from all others and are rows of W, which with
   *     what they leave explains X
   * @param standing how many do: K, or fewer where a feature is too short or too near another one
   * @param votes pairs of rows, of those that were looked at, for the last of them
   * @param nextVotes at most so many for the next that is no sum of those
   */
  public record Result(BinaryMatrix z, boolean isSettled, int standing, int votes, int nextVotes) {}

  /** Returns the multiplications that code {@code rows}×{@code cols} by sums of {@code k} rows. */
  public static double codingWork(int rows, int cols, int k) {
    return (double) rows * cols * (1 << k);
  }

  /** Returns the maximum bytes of a search beside X, {@code rows}×{@code cols}. */
  static long bytesNeeded(int rows, int cols, int k) {
    long ofRow = 2L * Double.BYTES + k;
    // Jumps, the rows before and after them, and the jumps along the axes of a grid.
    long ofDifference = 4L * cols * Float.BYTES;
    long ofSum = (2L * cols + 3) * Double.BYTES;
    return rows * ofRow
        + Differences.most(rows) * ofDifference
        + CellVotes.MAX_BYTES
        + (1L << k) * ofSum;
  }

  /**
   * Searches Z.
   *
   * @param x N×D, complete
   * @param k K, at most {@value #MOST_FEATURES}
   * @param seed of every random number
   * @param threads that share the work; results may depend on their number
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
   * @param seed of every random number
   * @param threads that share the work; results may depend on their number
   * @return 0 if none do
   */
  public static int count(Matrix x, int most, long seed, int threads, StopSignal stop) {
    return new DifferenceSearch(x, Math.min(most, MOST_FEATURES), seed, threads, stop).count();
  }

  private @Nullable Result run() {
    Found best = null;
    for (Differences differences : differences()) {
      for (double width : widths(differences)) {
        Generators generators = generators(differences, width);
        if (generators.size() < k) {
          continue;
        }
        Found found = withoutDoubt(fit(differences, generators, k), differences);
        if (found.isCertain()) {
          return result(found);
        }
        best = best == null ? found : found.orBetter(best);
      }
    }
    return best == null ? null : result(best);
  }

  private Result result(Found found) {
    Generators generators = found.generators();
    return new Result(
        all(found.w()),
        found.isSettled(),
        found.standing(),
        (int) generators.votes(found.standing() - 1),
        (int) Math.ceil(generators.votes(found.standing())));
  }

  private int count() {
    for (Differences differences : differences()) {
      for (double width : widths(differences)) {
        Generators generators = generators(differences, width);
        for (int count : generators.counts()) {
          if (count <= k && fit(differences, generators, count).isSettled()) {
            return least(differences, generators, count);
          }
        }
      }
    }
    return 0;
  }

  /** A place beside the noise of a mode may have as many votes as a feature: fewer may do. */
  private int least(Differences differences, Generators generators, int count) {
    int least = count;
    while (least > 1 && fit(differences, generators, least - 1).isExplained()) {
      least--;
    }
    return least;
  }

  private Generators generators(Differences differences, double width) {
    return new ModeSearch(differences, k, seed, threads, stop).generators(width);
  }

  /** Returns widths of cells, in the order in which they are tried. */
  private double[] widths(Differences differences) {
    double least = LEAST_WIDTH * differences.spread();
    if (differences.isNoiseKnown()) {
      return scaled(OF_NOISE, differences.noise(), least);
    }
    double nearest = rows.first(pairedRows(k)).nearestOther(NEAREST_ROWS);
    double length = nearest / Math.sqrt(rows.dimensions());
    return scaled(OF_NEAREST, Math.max(length, LEAST_NEAREST * differences.spread()), least);
  }

  private static double[] scaled(double[] factors, double unit, double least) {
    return Arrays.stream(factors)
        .map(factor -> Math.max(factor * unit, least))
        .distinct()
        .toArray();
  }

  /** A dictionary for one width of cells, and the mean squared error of entries of some rows. */
  private record Found(
      Dense start,
      Dense w,
      double error,
      boolean isExplained,
      boolean isSettled,
      Generators generators,
      int standing) {

    /** Returns whether this leaves less error; of about the same, whether only this is settled. */
    boolean isBetter(Found other) {
      return isSettled == other.isSettled
          ? error < other.error
          : isSettled ? error < other.error * SAME : error * SAME < other.error;
    }

    Found orBetter(Found other) {
      return isBetter(other) ? this : other;
    }

    /** Returns whether no other width of cells may find features that leave less error. */
    boolean isCertain() {
      return isSettled && generators.exceedSums(standing);
    }
  }

  private Found fit(Differences differences, Generators generators, int features) {
    Points compared = rows.first(compared());
    Dense signed = new Signs(generators.rows(features), compared, threads, stop).best();
    return fit(differences, generators, signed, compared, features);
  }

  /** Returns {@code found}, or a fit with others in the place of rows that may be sums. */
  private Found withoutDoubt(Found found, Differences differences) {
    Generators generators = found.generators();
    int certain = generators.aboveSums(k);
    if (found.isExplained() || certain == k || certain <= k / 2) {
      return found;
    }
    Points compared = rows.first(compared());
    Dense other = new DoubtfulRows(found.start(), compared, threads, stop).replaced(certain);
    return other == found.start()
        ? found
        : fit(differences, generators, other, compared, certain).orBetter(found);
  }

  /**
   * Fits a dictionary.
   *
   * @param standing rows of {@code start} that are generators; the others were found beside them
   */
  private Found fit(
      Differences differences, Generators generators, Dense start, Points compared, int standing) {
    Alternation alternation = new Alternation(compared, start, threads, stop);
    // What was found beside generators is no more than a direction and a length.
    Dense w = alternation.run(standing == start.rows() ? ROUNDS : SAMPLE_ROUNDS);
    boolean isExplained = isExplained(alternation, w, differences, generators, standing);
    for (int turn = 0; turn < w.rows() && !isExplained && alternation.complement(); turn++) {
      w = alternation.run(SAMPLE_ROUNDS);
      isExplained = isExplained(alternation, w, differences, generators, standing);
    }
    boolean isSettled =
        isExplained
            && generators.standOut(standing)
            && (generators.exceedSums(standing) || isApart(w, compared));
    double error = alternation.error() / rows.dimensions();
    return new Found(start, w, error, isExplained, isSettled, generators, standing);
  }

  private boolean isExplained(
      Alternation alternation,
      Dense w,
      Differences differences,
      Generators generators,
      int standing) {
    double error = alternation.error() / rows.dimensions();
    double rounding = ROUNDING * differences.spread();
    return error <= rounding * rounding
        || (differences.isNoiseKnown()
            ? isNoise(error, differences.noise(), alternation.points())
            : generators.areNear(w, standing)
                && isRound(alternation.elongation(), alternation.points()));
  }

  private int compared() {
    double ofRow = codingWork(1, rows.dimensions(), k);
    return (int) Math.min(SAMPLE, Math.max(COMPARED_ROWS, COMPARED_WORK / ofRow));
  }

  /**
   * Returns whether rows are as near to their sums as normal noise has it, and sums so far apart
   * that rows moved away from theirs are near no other. Of distances it is the median, since rows
   * outside of all sums are far from them even if these are dense.
   */
  private boolean isApart(Dense w, Points compared) {
    SubsetSums sums = new SubsetSums(w);
    float[] own = sums.squaredDistances(compared, threads, stop);
    double median = own[own.length / 2];
    double upper = own[own.length * 19 / 20];
    int d = compared.dimensions();
    double expected = ChiSquared.quantile(UPPER, d) / ChiSquared.quantile(0, d);
    if (upper > TAIL * expected * median) {
      return false;
    }
    float[] moved = sums.squaredDistances(compared.moved(MOVED * Math.sqrt(median)), threads, stop);
    return moved[moved.length / 2] >= APART * median;
  }

  /**
   * Returns whether the mean squared error of an entry is that of the noise, half of a
   * difference's, as far as so many points tell. Where it is less, sums are denser than the noise,
   * and any W would explain the points.
   */
  private static boolean isNoise(double error, double noise, Points points) {
    double expected = .5 * noise * noise;
    double deviation = Math.sqrt(2. / ((double) points.count() * points.dimensions()));
    double slack = SLACK + DEVIATIONS * deviation;
    return error <= slack * expected && error >= expected / slack;
  }

  /** Returns whether residuals are as long in all directions, as far as their number tells. */
  private static boolean isRound(double elongation, Points points) {
    double root = 1 + Math.sqrt((double) points.dimensions() / points.count());
    return elongation <= ROUND * root * root;
  }

  /** Returns the codes of all rows for {@code w}, settled on the sample. */
  private BinaryMatrix all(Dense w) {
    Alternation alternation = new Alternation(rows, w, threads, stop);
    return new SubsetSums(alternation.run(SAMPLE_ROUNDS)).codes(x, threads, stop);
  }
}
