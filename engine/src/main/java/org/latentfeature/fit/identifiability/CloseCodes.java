package org.latentfeature.fit.identifiability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
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

  /** Maximum K: where W has few columns nearly all of 3^K changes are looked at. */
  private static final int MOST_FEATURES = 16;

  /** Codes farther apart than so many σ are confused in less than .2 % of the rows. */
  private static final double FAR = 6;

  /** Maximum number of changes that are looked at, the nearest. */
  private static final int MOST_CHANGES = 512;

  /** Copies the change. */
  public CloseCodes {
    change = List.copyOf(change);
  }

  /** A share of the largest feature below which rest is rounding. */
  private static final double ROUNDING = 1e-12;

  /** A t, by the number whose digits to base 3 it is. */
  private record Change(int number, double squaredLength) {

    List<Integer> entries(int k) {
      return IntStream.of(digits(number, k)).boxed().toList();
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
    for (Change near : new Enumeration(w, FAR * noise).nearest()) {
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

  /**
   * The t ≠ 0 with ‖tᵀW‖ below a limit, depth first (Fincke &amp; Pohst 1985). By WWᵀ = FFᵀ, F
   * triangular in the order of its pivots, ‖tᵀW‖² is a sum of squares of which the first depends on
   * the last entry of t alone, and each further one on one more: a branch ends where they exceed
   * the limit.
   */
  private static final class Enumeration {

    private final int[] order;
    private final Dense factor;
    private final PriorityQueue<Change> nearest =
        new PriorityQueue<>(Comparator.comparingDouble(Change::squaredLength).reversed());
    private double bound;

    /** The entries of tᵀF by those of t from each place on. */
    private final double[][] sums;

    private final int[] powers;

    Enumeration(Dense w, double limit) {
      PivotedCholesky gram = PivotedCholesky.of(w.timesTransposed(w), ROUNDING);
      order = gram.order();
      factor = gram.factor();
      bound = limit * limit;
      sums = new double[order.length + 1][gram.rank()];
      powers = new int[order.length];
      for (int i = 0, power = 1; i < powers.length; i++, power *= 3) {
        powers[i] = power;
      }
    }

    /** Returns them, the nearest first. */
    List<Change> nearest() {
      decide(order.length - 1, 0, 0, true);
      return nearest.stream().sorted(Comparator.comparingDouble(Change::squaredLength)).toList();
    }

    /** Decides the entry at place {@code i} of the order, and then those before. */
    private void decide(int i, int number, double squared, boolean isZero) {
      if (i < 0) {
        if (!isZero) {
          add(new Change(number, squared));
        }
        return;
      }
      int feature = order[i];
      double[] before = sums[i + 1];
      double[] after = sums[i];
      for (int entry = -1; entry <= 1; entry++) {
        for (int p = 0; p < after.length && p <= i; p++) {
          after[p] = before[p] + entry * factor.get(feature, p);
        }
        double next = i < after.length ? squared + after[i] * after[i] : squared;
        if (next < bound) {
          decide(i - 1, number + (entry + 1) * powers[feature], next, isZero && entry == 0);
        }
      }
    }

    private void add(Change change) {
      nearest.add(change);
      if (nearest.size() > MOST_CHANGES) {
        nearest.remove();
        bound = nearest.element().squaredLength();
      }
    }
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
