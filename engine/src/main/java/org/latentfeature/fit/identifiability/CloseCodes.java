package org.latentfeature.fit.identifiability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;

/**
 * Codes that noise confuses: of two codes z and z + t, t in {−1, 0, 1}^K, the rows lie ‖tᵀW‖ apart,
 * so that noise of standard deviation σ turns one into the other with probability Φ(−‖tᵀW‖/2σ),
 * whatever finds the codes. Where K exceeds D many are close.
 *
 * @param change t of the confusion that costs most bits, K numbers
 * @param distance ‖tᵀW‖
 * @param wrongRows expected share of rows that have another code than their own, at most; of the
 *     nearest codes only
 */
public record CloseCodes(List<Integer> change, double distance, double wrongRows) {

  /** Maximum K: pairs of halves of t are compared, 3^K in all. */
  private static final int MOST_FEATURES = 16;

  /** Codes farther apart than so many σ are confused in less than .2 % of the rows. */
  private static final double FAR = 6;

  /** Maximum number of changes that are looked at, the nearest. */
  private static final int MOST_CHANGES = 512;

  /** Copies the change. */
  public CloseCodes {
    change = List.copyOf(change);
  }

  /** A t, by the numbers of its first K/2 entries and of the others. */
  private record Change(int first, int second, double squaredLength) {

    List<Integer> entries(int k) {
      return IntStream.concat(
              IntStream.of(digits(first, k / 2)), IntStream.of(digits(second, k - k / 2)))
          .boxed()
          .toList();
    }
  }

  /**
   * Returns what noise confuses in a fit.
   *
   * @param z N×K
   * @param w K×D
   * @param noise σ of an entry
   * @return null if K exceeds {@value #MOST_FEATURES}, there is no noise, or no codes are close
   */
  public static @Nullable CloseCodes of(BinaryMatrix z, Dense w, double noise) {
    int k = z.cols();
    if (k < 1 || k > MOST_FEATURES || !(noise > 0) || z.rows() < 1) {
      return null;
    }
    Change worst = null;
    double most = 0;
    double rows = 0;
    for (Change near : nearest(w, FAR * noise)) {
      double share = (double) rowsThatAllow(z, near.entries(k)) / z.rows();
      double wrong = share * normalTail(Math.sqrt(near.squaredLength()) / (2 * noise));
      rows += wrong;
      if (wrong > most) {
        most = wrong;
        worst = near;
      }
    }
    return worst == null
        ? null
        : new CloseCodes(worst.entries(k), Math.sqrt(worst.squaredLength()), Math.min(1, rows));
  }

  /**
   * Returns the change in words that number features from 1, such as {@code features 3 + 5 instead
   * of 7}.
   */
  public String words() {
    String more = numbers(1);
    String fewer = numbers(-1);
    String alone = more + fewer;
    return more.isEmpty() || fewer.isEmpty()
        ? (alone.contains("+") ? "features " : "feature ") + alone
        : "features %s instead of %s".formatted(more, fewer);
  }

  private String numbers(int sign) {
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < change.size(); i++) {
      if (change.get(i) == sign) {
        numbers.add(Integer.toString(i + 1));
      }
    }
    return numbers.stream().collect(Collectors.joining(" + "));
  }

  /** Returns digits −1, 0, 1 of {@code number} to base 3. */
  private static int[] digits(int number, int count) {
    int[] digits = new int[count];
    for (int i = 0, rest = number; i < count; i++, rest /= 3) {
      digits[i] = rest % 3 - 1;
    }
    return digits;
  }

  /** Returns all t of so many features, by their number. */
  private static int[][] all(int features) {
    int count = 1;
    for (int i = 0; i < features; i++) {
      count *= 3;
    }
    int[][] all = new int[count][];
    Arrays.setAll(all, number -> digits(number, features));
    return all;
  }

  /** Returns the t ≠ 0 with ‖tᵀW‖ below {@code limit}, by the halves of WWᵀ. */
  private static List<Change> nearest(Dense w, double limit) {
    Dense gram = w.timesTransposed(w);
    int half = w.rows() / 2;
    int[][] firsts = all(half);
    int[][] seconds = all(w.rows() - half);
    double[] secondSquares = new double[seconds.length];
    for (int j = 0; j < seconds.length; j++) {
      secondSquares[j] = form(gram, seconds[j], half);
    }
    PriorityQueue<Change> nearest =
        new PriorityQueue<>(Comparator.comparingDouble(Change::squaredLength).reversed());
    double bound = limit * limit;
    double[] across = new double[w.rows() - half];
    for (int i = 0; i < firsts.length; i++) {
      double square = form(gram, firsts[i], 0);
      for (int c = 0; c < across.length; c++) {
        across[c] = 0;
        for (int r = 0; r < half; r++) {
          across[c] += 2 * firsts[i][r] * gram.get(r, half + c);
        }
      }
      for (int j = 0; j < seconds.length; j++) {
        double squared = square + secondSquares[j] + dot(across, seconds[j]);
        if (squared < bound && !(isZero(firsts[i]) && isZero(seconds[j]))) {
          nearest.add(new Change(i, j, Math.max(0, squared)));
          if (nearest.size() > MOST_CHANGES) {
            nearest.remove();
            bound = nearest.element().squaredLength();
          }
        }
      }
    }
    return nearest.stream().sorted(Comparator.comparingDouble(Change::squaredLength)).toList();
  }

  /** tᵀGt of the features from {@code from} on. */
  private static double form(Dense gram, int[] t, int from) {
    double sum = 0;
    for (int i = 0; i < t.length; i++) {
      for (int j = 0; j < t.length; j++) {
        sum += t[i] * t[j] * gram.get(from + i, from + j);
      }
    }
    return sum;
  }

  private static double dot(double[] a, int[] t) {
    double sum = 0;
    for (int i = 0; i < t.length; i++) {
      sum += a[i] * t[i];
    }
    return sum;
  }

  private static boolean isZero(int[] t) {
    for (int digit : t) {
      if (digit != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns how many rows can change so: they have every feature that goes, none that comes. */
  private static int rowsThatAllow(BinaryMatrix z, List<Integer> change) {
    int count = 0;
    int words = (z.rows() + Long.SIZE - 1) / Long.SIZE;
    for (int word = 0; word < words; word++) {
      long allowed = -1;
      for (int i = 0; i < change.size() && allowed != 0; i++) {
        long on = z.column(i).word(word);
        allowed &= change.get(i) == 0 ? -1 : change.get(i) > 0 ? ~on : on;
      }
      int beyond = (word + 1) * Long.SIZE - z.rows();
      count += Long.bitCount(beyond > 0 ? allowed & (-1L >>> beyond) : allowed);
    }
    return count;
  }

  /** Φ(−x) for x at least 0, to 1.5e-7 (Abramowitz &amp; Stegun 7.1.26). */
  static double normalTail(double x) {
    double scaled = x / Math.sqrt(2);
    double t = 1 / (1 + .3275911 * scaled);
    double polynomial =
        t
            * (.254829592
                + t * (-.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    return .5 * polynomial * Math.exp(-scaled * scaled);
  }
}
