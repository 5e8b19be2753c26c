package org.latentfeature.fit.identifiability;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.BitVector;

/**
 * Looks for every binary vector in the span of Z. Such a z is determined by its entries b in r
 * independent rows of Z, z = Z Σ_a b_a u_a / d_a with the {@linkplain RowBasis dual basis}, so
 * there are 2^r to try (Slawski, Hein &amp; Lutsik 2013); here they are tried depth first. Every
 * other row asks for Σ_a q_a b_a to be 0 or D, with integers q and D of its own; where the entries
 * still free cannot lead there, the branch ends.
 *
 * <p>A few rows prune from the start. A whole vector is held against all the rows, in exact
 * arithmetic, and the first row that refutes it prunes from then on as well. Integers that could
 * overflow a long are cut to their leading bits, and what that may have changed in a sum is allowed
 * for: such a row prunes less, but never a vector that is in the span.
 */
final class SpanSearch {

  /**
   * How rows prune; what is found does not depend on it.
   *
   * @param rowsPerVariable rows that prune from the start, for each of the basis
   * @param bits of a sum of |q| and D beyond which a row is cut; at 61 differences still fit a long
   */
  record Pruning(int rowsPerVariable, int bits) {

    static final Pruning DEFAULT = new Pruning(8, 61);
  }

  /** Nodes from one question whether to stop to the next: less than a millisecond. */
  private static final int ASKED = 256;

  /** Some milliseconds' worth. */
  private static final int NODES_A_TELLING = 1 << 14;

  private final RowBasis basis;
  private final List<BitVector> rows;
  private final BigInteger scale;
  private final Pruning pruning;
  private final int r;

  /** The place in the basis of the variable at each depth. */
  private final int[] order;

  // One place for each pruning row: coefficients by depth, bounds of what depths from t on can add,
  // sums of what those before t have added.
  private int count;
  private long[][] q;
  private long[][] lowest;
  private long[][] highest;
  private long[][] sums;
  private long[] whole = new long[0];
  private long[] slack = new long[0];

  private final boolean[] b;
  private final Set<BitVector> excluded = new HashSet<>();
  private final List<Combination> found = new ArrayList<>();
  private final SearchLimits limits;
  private final StopSignal stop;
  private final WorkListener listener;
  private long nodes;
  private boolean ended;

  /**
   * A search over the span of the matrix with these distinct rows.
   *
   * @param rows the distinct rows, without the zero row
   * @param basis theirs
   * @param listener told of the nodes
   * @throws StoppedException if {@code stop} is set before the search can begin; later it ends the
   *     search
   */
  SpanSearch(
      List<BitVector> rows,
      RowBasis basis,
      SearchLimits limits,
      StopSignal stop,
      WorkListener listener,
      Pruning pruning) {
    this.stop = stop;
    this.pruning = pruning;
    this.listener = listener;
    this.rows = rows;
    this.basis = basis;
    this.limits = limits;
    r = basis.rows().size();
    b = new boolean[r];
    BigInteger lcm = BigInteger.ONE;
    for (RowBasis.Dual u : basis.duals()) {
      lcm = lcm.multiply(u.scale().divide(lcm.gcd(u.scale())));
    }
    scale = lcm;
    q = new long[r][0];
    lowest = new long[r + 1][0];
    highest = new long[r + 1][0];
    sums = new long[r + 1][0];
    Set<BitVector> chosen = new HashSet<>(basis.rows());
    List<BigInteger[]> first =
        rows.stream()
            .filter(row -> !chosen.contains(row))
            .limit((long) pruning.rowsPerVariable() * r)
            .map(this::first)
            .toList();
    order =
        order(
            first.stream()
                .map(c -> Arrays.stream(c).mapToDouble(BigInteger::doubleValue).toArray())
                .toList(),
            r);
    for (BigInteger[] condition : first) {
      prune(condition, 0);
    }
    excluded.add(BitVector.of(new boolean[r]));
  }

  /** Leaves out the vector with these entries in the basis' rows. */
  void exclude(BitVector entries) {
    excluded.add(entries);
  }

  /** The combinations c of the vectors Z c, at most as many as wanted. */
  List<Combination> run() {
    search(0);
    return found;
  }

  /** Returns whether the search is complete, so that no vector in the span was left out. */
  boolean isComplete() {
    return !ended;
  }

  /** Partial vectors looked at. */
  long nodes() {
    return nodes;
  }

  private BigInteger[] first(BitVector row) {
    stop.check();
    return condition(row);
  }

  /** q_1 … q_r and D of a row, without a common divisor. */
  private BigInteger[] condition(BitVector row) {
    BigInteger[] condition = new BigInteger[r + 1];
    condition[r] = scale;
    BigInteger divisor = scale;
    for (int a = 0; a < r; a++) {
      RowBasis.Dual u = basis.duals().get(a);
      condition[a] = RowBasis.dot(row, u.vector()).multiply(scale.divide(u.scale()));
      divisor = divisor.gcd(condition[a]);
    }
    for (int a = 0; a <= r; a++) {
      condition[a] = condition[a].divide(divisor);
    }
    return condition;
  }

  /**
   * Decides first on the variables that leave the rows least: at each depth that with the largest
   * sum over rows of its share in what the free ones can add.
   *
   * @param conditions q of each row; entries after the r-th are not looked at
   * @param r variables
   */
  static int[] order(List<double[]> conditions, int r) {
    int[] order = IntStream.range(0, r).toArray();
    double[] left = new double[conditions.size()];
    for (int i = 0; i < left.length; i++) {
      for (int a = 0; a < r; a++) {
        left[i] += Math.abs(conditions.get(i)[a]);
      }
    }
    for (int t = 0; t < r; t++) {
      double[] score = new double[r];
      for (int i = 0; i < left.length; i++) {
        double[] q = conditions.get(i);
        double share = left[i] > 0 ? 1 / left[i] : 0;
        for (int s = t; s < r; s++) {
          score[order[s]] += share * Math.abs(q[order[s]]);
        }
      }
      int best = t;
      for (int s = t + 1; s < r; s++) {
        best = score[order[s]] > score[order[best]] ? s : best;
      }
      int taken = order[best];
      order[best] = order[t];
      order[t] = taken;
      for (int i = 0; i < left.length; i++) {
        left[i] -= Math.abs(conditions.get(i)[taken]);
      }
    }
    return order;
  }

  /** Lets a row prune from now on; the search stands at {@code depth}. */
  private void prune(BigInteger[] condition, int depth) {
    int i = count++;
    if (count > whole.length) {
      int room = Math.max(64, 2 * count);
      whole = Arrays.copyOf(whole, room);
      slack = Arrays.copyOf(slack, room);
      for (long[][] table : List.of(q, lowest, highest, sums)) {
        Arrays.setAll(table, t -> Arrays.copyOf(table[t], room));
      }
    }
    int cut = Math.max(0, magnitude(condition) - pruning.bits());
    // Each of at most r + 1 floors is less than 1 below its number.
    slack[i] = cut == 0 ? 0 : r + 1;
    whole[i] = condition[r].shiftRight(cut).longValueExact();
    for (int t = r - 1; t >= 0; t--) {
      long entry = condition[order[t]].shiftRight(cut).longValueExact();
      q[t][i] = entry;
      lowest[t][i] = lowest[t + 1][i] + Math.min(0, entry);
      highest[t][i] = highest[t + 1][i] + Math.max(0, entry);
    }
    for (int t = 0; t < depth; t++) {
      sums[t + 1][i] = sums[t][i] + (b[order[t]] ? q[t][i] : 0);
    }
  }

  /** Bits of the largest sum that can occur. */
  private static int magnitude(BigInteger[] condition) {
    BigInteger sum = BigInteger.ZERO;
    for (BigInteger entry : condition) {
      sum = sum.add(entry.abs());
    }
    return sum.bitLength();
  }

  private void search(int t) {
    if (t == r) {
      check();
      return;
    }
    for (int value = 0; value <= 1 && !ended; value++) {
      b[order[t]] = value == 1;
      nodes++;
      if (nodes % NODES_A_TELLING == 0) {
        listener.onWork("partial columns tried (upper limit)", nodes, limits.nodes());
      }
      if (nodes > limits.nodes() || (nodes % ASKED == 0 && stop.isSet())) {
        ended = true;
      } else if (add(t, value == 1)) {
        search(t + 1);
      }
    }
    b[order[t]] = false;
  }

  /** Adds the variable at depth t to the sums; whether every row can still come to 0 or D. */
  private boolean add(int t, boolean one) {
    long[] before = sums[t];
    long[] after = sums[t + 1];
    long[] entry = q[t];
    long[] low = lowest[t + 1];
    long[] high = highest[t + 1];
    for (int i = 0; i < count; i++) {
      long sum = one ? before[i] + entry[i] : before[i];
      after[i] = sum;
      long least = sum + low[i] - slack[i];
      long most = sum + high[i] + slack[i];
      boolean zero = least <= 0 && 0 <= most;
      boolean reachesWhole = least <= whole[i] && whole[i] <= most;
      if (!zero && !reachesWhole) {
        return false;
      }
    }
    return true;
  }

  /** Holds a whole vector against every row. */
  private void check() {
    if (excluded.contains(BitVector.of(b))) {
      return;
    }
    Combination c = combination();
    for (BitVector row : rows) {
      if (c.bit(row) < 0) {
        prune(condition(row), r);
        return;
      }
    }
    found.add(c);
    ended = found.size() == limits.most();
  }

  private Combination combination() {
    BigInteger[] sum = new BigInteger[rows.isEmpty() ? 0 : rows.get(0).length()];
    Arrays.fill(sum, BigInteger.ZERO);
    for (int a = 0; a < r; a++) {
      if (b[a]) {
        RowBasis.Dual u = basis.duals().get(a);
        BigInteger factor = scale.divide(u.scale());
        for (int k = 0; k < sum.length; k++) {
          sum[k] = sum[k].add(u.vector().get(k).multiply(factor));
        }
      }
    }
    return new Combination(List.of(sum), scale);
  }
}
