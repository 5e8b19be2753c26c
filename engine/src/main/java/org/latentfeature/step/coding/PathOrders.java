package org.latentfeature.step.coding;

import org.latentfeature.base.linalg.Dense;

/**
 * The orders in which a row's features A may be visited. The likelihood of a row does not depend on
 * the order, so q(order | A) is known exactly: an order has the share exp(score) / Σ exp(score)
 * with {@link PathWorth}. Sums over all n! orders run over the 2ⁿ subsets of A instead, forward
 * (sums over the orders that begin with a subset) and backward (docs/markov.md, equation (12)).
 *
 * <p>The greedy search visits first the feature that explains most; if that order counted, the
 * chain would learn the sizes of features instead of their succession. Sets do not determine
 * everything: a chain and its reverse, with transposed counts of transitions, visit the same sets
 * equally often.
 *
 * <p>Keeps the last path: use it from one thread.
 */
public final class PathOrders {

  /** Maximum features for which all orders count; of longer paths, only their own order. */
  public static final int MOST = 8;

  /** Sums below this have lost digits, in single products, to what a double can hold. */
  private static final double SMALLEST = 1e-280;

  private final Dense expectations;
  private final double[] exponentials;
  private final int states;

  private Paths paths = new Paths(1, 1);
  private int at;
  private int n;
  private boolean one;

  /** The states of the path, the null state last. */
  private final int[] state = new int[MOST + 1];

  /** exp E[l, m] between those, (n+1)×(n+1). */
  private final double[] step = new double[(MOST + 1) * (MOST + 1)];

  /** By subset and its last member: sums over the orders of the subset. */
  private final double[] forward = new double[MOST << MOST];

  /**
   * Sums over the orders of the features outside a subset, from the subset's last member back to
   * the null state; indexed like {@link #forward}.
   */
  private final double[] backward = new double[MOST << MOST];

  private double total;

  /** Orders by {@code expectations}, E ln θ, (K+1)×(K+1). */
  public PathOrders(Dense expectations) {
    this.expectations = expectations;
    states = expectations.cols();
    double[] e = expectations.values();
    exponentials = new double[e.length];
    for (int i = 0; i < e.length; i++) {
      exponentials[i] = Math.exp(e[i]);
    }
  }

  private PathOrders(PathOrders same) {
    expectations = same.expectations;
    exponentials = same.exponentials;
    states = same.states;
  }

  /** A copy with the same expectations, for another path or another thread. */
  PathOrders fork() {
    return new PathOrders(this);
  }

  /**
   * ln Σ exp(worth) over the orders of the features of path {@code row} of {@code from}, which is
   * kept.
   */
  public double take(Paths from, int row) {
    paths = from;
    at = row;
    n = from.length(row);
    one = n < 2 || n > MOST;
    if (one) {
      return PathWorth.of(expectations, from, row);
    }
    lookUp();
    total = forwards();
    double shift = 0;
    if (total < SMALLEST) {
      shift = scale();
      total = forwards();
      one = total < SMALLEST;
    }
    return one ? PathWorth.of(expectations, from, row) : shift + Math.log(total);
  }

  /**
   * Divides all steps to a state by the largest of them: every order enters every state once, so
   * that shares stay the same.
   *
   * @return the logarithm of what all orders were divided by
   */
  private double scale() {
    double shift = 0;
    for (int to = 0; to <= n; to++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int from = 0; from <= n; from++) {
        if (from != to) {
          largest = Math.max(largest, expectations.get(state[from], state[to]));
        }
      }
      shift += largest;
      for (int from = 0; from <= n; from++) {
        step[from * (n + 1) + to] = Math.exp(expectations.get(state[from], state[to]) - largest);
      }
    }
    return shift;
  }

  private void lookUp() {
    for (int a = 0; a < n; a++) {
      state[a] = paths.feature(at, a) + 1;
    }
    state[n] = 0;
    for (int a = 0; a <= n; a++) {
      for (int c = 0; c <= n; c++) {
        step[a * (n + 1) + c] = exponentials[state[a] * states + state[c]];
      }
    }
  }

  private double step(int from, int to) {
    return step[from * (n + 1) + to];
  }

  private double forwards() {
    int all = (1 << n) - 1;
    for (int set = 1; set <= all; set++) {
      for (int left = set; left != 0; left &= left - 1) {
        int last = Integer.numberOfTrailingZeros(left);
        int before = set & ~(1 << last);
        double sum = before == 0 ? step(n, last) : 0;
        for (int rest = before; rest != 0; rest &= rest - 1) {
          int previous = Integer.numberOfTrailingZeros(rest);
          sum += forward[before * MOST + previous] * step(previous, last);
        }
        forward[set * MOST + last] = sum;
      }
    }
    double sum = 0;
    for (int last = 0; last < n; last++) {
      sum += forward[all * MOST + last] * step(last, n);
    }
    return sum;
  }

  /** Fills {@link #backward}, with the largest term in place of each sum if {@code largest}. */
  private void backwards(boolean largest) {
    int all = (1 << n) - 1;
    for (int set = all; set > 0; set--) {
      for (int left = set; left != 0; left &= left - 1) {
        int last = Integer.numberOfTrailingZeros(left);
        double sum = set == all ? step(last, n) : 0;
        for (int rest = all & ~set; rest != 0; rest &= rest - 1) {
          double term = onwards(set, last, Integer.numberOfTrailingZeros(rest));
          sum = largest ? Math.max(sum, term) : sum + term;
        }
        backward[set * MOST + last] = sum;
      }
    }
  }

  /** From {@code last} to {@code next}, which is not in {@code set}, and on. */
  private double onwards(int set, int last, int next) {
    return step(last, next) * backward[(set | 1 << next) * MOST + next];
  }

  /** Adds the expected transitions of the current path to {@code counts}, (K+1)×(K+1). */
  public void count(Dense counts) {
    if (one) {
      PathWorth.count(paths, at, counts);
      return;
    }
    backwards(false);
    double[] into = counts.values();
    int all = (1 << n) - 1;
    for (int first = 0; first < n; first++) {
      into[state[first]] += onwards(0, n, first) / total;
      into[state[first] * states] += forward[all * MOST + first] * step(first, n) / total;
    }
    for (int set = 1; set < all; set++) {
      for (int left = set; left != 0; left &= left - 1) {
        int last = Integer.numberOfTrailingZeros(left);
        double share = forward[set * MOST + last] / total;
        for (int rest = all & ~set; rest != 0; rest &= rest - 1) {
          int next = Integer.numberOfTrailingZeros(rest);
          into[state[last] * states + state[next]] += share * onwards(set, last, next);
        }
      }
    }
  }

  /**
   * Reorders the current path to the order of the highest score, unless it has too many features.
   */
  public void sort() {
    if (one) {
      return;
    }
    backwards(true);
    Paths order = new Paths(1, n);
    int last = n;
    for (int set = 0; order.length(0) < n; set |= 1 << last) {
      int best = -1;
      for (int next = 0; next < n; next++) {
        boolean later = (set >> next & 1) == 0;
        if (later && (best < 0 || onwards(set, last, next) > onwards(set, last, best))) {
          best = next;
        }
      }
      last = best;
      order.append(0, state[last] - 1);
    }
    paths.set(at, order, 0);
  }
}
