package org.latentfeature.columns.difference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.columns.difference.Modes.Mode;

/**
 * Modes, those with most votes first, that are no sums or differences of up to three of those
 * before them.
 */
final class Generators {

  private static final int MOST_TERMS = 3;

  /** Minimum ratio of the votes of the last that stands out to those of the next. */
  private static final double GAP = 1.3;

  /** Maximum number of gaps that are looked at: a rare feature leaves one above it, too. */
  private static final int MOST_COUNTS = 3;

  /** Share of a mode's radius within which a least-squares row of W is that mode. */
  private static final double NEAR = .35;

  /** Share of a mode's radius within which it is a sum. */
  private static final double SAME = .4;

  private final double radius;
  private final double least;
  private int votesOfSums;
  private final List<Mode> taken = new ArrayList<>();

  /** The sums of one, two and three of those taken, each with either sign but for the first's. */
  private final List<List<float[]>> sums = new ArrayList<>();

  /**
   * The generators among {@code modes}.
   *
   * @param modes those with most votes first
   * @param most maximum number of generators
   * @param radius of a mode
   * @param least number of votes below which modes are not found
   */
  Generators(List<Mode> modes, int most, double radius, double least) {
    this.radius = radius;
    this.least = least;
    for (int terms = 0; terms < MOST_TERMS; terms++) {
      sums.add(new ArrayList<>());
    }
    for (Mode mode : modes) {
      if (!isNew(mode.at())) {
        votesOfSums = Math.max(votesOfSums, mode.votes());
      } else if (taken.size() < most) {
        take(mode);
      }
    }
  }

  private boolean isNew(float[] mode) {
    return sums.stream()
        .flatMap(List::stream)
        .noneMatch(sum -> Modes.distance(sum, mode) < SAME * radius);
  }

  private void take(Mode generator) {
    float[] mode = generator.at();
    for (int terms = MOST_TERMS - 1; terms > 0; terms--) {
      for (float[] sum : sums.get(terms - 1)) {
        sums.get(terms).add(plus(sum, mode, 1));
        sums.get(terms).add(plus(sum, mode, -1));
      }
    }
    sums.get(0).add(mode);
    taken.add(generator);
  }

  private static float[] plus(float[] a, float[] b, int sign) {
    float[] sum = a.clone();
    for (int d = 0; d < sum.length; d++) {
      sum[d] += sign * b[d];
    }
    return sum;
  }

  int size() {
    return taken.size();
  }

  /** Returns the votes of generator {@code i}; beyond the last, as many as may not be found. */
  double votes(int i) {
    return i < taken.size() ? Math.max(least, taken.get(i).votes()) : least;
  }

  /** Returns the sums and differences of two of the first {@code k}. */
  List<float[]> pairs(int k) {
    List<float[]> pairs = new ArrayList<>();
    for (int i = 0; i < Math.min(k, taken.size()); i++) {
      for (int j = 0; j < i; j++) {
        pairs.add(plus(taken.get(i).at(), taken.get(j).at(), 1));
        pairs.add(plus(taken.get(i).at(), taken.get(j).at(), -1));
      }
    }
    return pairs;
  }

  /** Returns the first {@code k} as the rows of a matrix. */
  Dense rows(int k) {
    Dense w = new Dense(k, taken.get(0).at().length);
    for (int r = 0; r < k; r++) {
      for (int c = 0; c < w.cols(); c++) {
        w.set(r, c, taken.get(r).at()[c]);
      }
    }
    return w;
  }

  /** Returns how many may stand out from all other modes, those with the largest gap first. */
  List<Integer> counts() {
    return IntStream.rangeClosed(1, taken.size())
        .filter(this::standOut)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> votes(i) / votes(i - 1)))
        .limit(MOST_COUNTS)
        .toList();
  }

  /** Returns whether {@code k} stand out by their votes from the next, which is no sum of them. */
  boolean standOut(int k) {
    return votes(k - 1) >= GAP * votes(k);
  }

  /**
   * Returns whether {@code k} have more votes than any sum: those of features are rarer, unless
   * everything is dense, or many sums are near each other.
   */
  boolean exceedSums(int k) {
    return votes(k - 1) >= GAP * votesOfSums;
  }

  /**
   * Returns how many of the first {@code k} have more votes than any sum; the rest may be sums, in
   * the place of a feature that has no mode of its own.
   */
  int aboveSums(int k) {
    return (int) IntStream.rangeClosed(1, k).filter(this::exceedSums).count();
  }

  /** Returns whether the first {@code k} rows of {@code w} are generators, but for their signs. */
  boolean areNear(Dense w, int k) {
    for (int r = 0; r < k; r++) {
      float[] row = new float[w.cols()];
      for (int c = 0; c < row.length; c++) {
        row[c] = (float) w.get(r, c);
      }
      if (Modes.distance(row, taken.get(r).at()) > NEAR * radius) {
        return false;
      }
    }
    return true;
  }
}
