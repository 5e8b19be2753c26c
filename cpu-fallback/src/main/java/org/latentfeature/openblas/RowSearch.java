package org.latentfeature.openblas;

import java.util.Arrays;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.coding.PathObjective;
import org.latentfeature.step.coding.PathObjective.Gain;
import org.latentfeature.step.coding.Paths;

/**
 * The greedy search of one row's path in single precision, by a Cholesky factorisation that grows
 * with the path, in the units of {@link PathTables}. Holds scratch memory: one thread at a time.
 *
 * <p>A marginal gain r²/d − ½ ln d + t is at most r²/d + ½/d − ½ + t, because ln x ≤ x − 1. This
 * bound is computed for all features; seldom is another bound above the gain of the feature of the
 * highest one, so that one logarithm a step is nearly always all.
 */
final class RowSearch {

  /** Rows of the factor that are taken from another at once. */
  private static final int AT_ONCE = 4;

  /** Rows of the factor, and some to fill up the last of those taken at once. */
  private static final int ROWS = Paths.LONGEST + AT_ONCE - 1;

  private final PathTables tables;
  private final MissingEntries missing;
  private final int k;
  private Gain gain = Gain.MARGINAL;
  private int longest;

  /** r_k = b_k − v_kᵀy. */
  private final float[] rest;

  /** d_k = 1 − ‖v_k‖²; NaN of a feature of the path, so that none of its gains is above any. */
  private final float[] pivot;

  /** Gains, or bounds of them. */
  private final float[] height;

  /** Row n holds entry n of every v_k. */
  private final float[][] factor;

  private final float[] zeros;
  private final float[] ones;

  /** A row of the Gram matrix of a row with missing entries. */
  private final float[] ownGram;

  /** The values 1/e_k of a row with missing entries. */
  private final float[] ownInverse;

  /** The terms that e_k of a row with missing entries adds to a gain by the {@link PathTables}. */
  private final float[] ownOffset;

  RowSearch(PathTables tables, MissingEntries missing) {
    this.tables = tables;
    this.missing = missing;
    k = tables.features();
    rest = new float[k];
    pivot = new float[k];
    height = new float[k];
    factor = new float[ROWS][k];
    zeros = new float[k];
    ones = new float[k];
    Arrays.fill(ones, 1);
    ownGram = new float[k];
    ownInverse = new float[k];
    ownOffset = new float[k];
  }

  static long bytes(long k) {
    return (8 + ROWS) * k * Float.BYTES;
  }

  /** Searches by {@code objective} from now on, which the tables were loaded from. */
  void use(PathObjective objective) {
    gain = objective.gain();
    longest = Math.min(objective.longest(), k);
  }

  /** Where r of the empty path belongs, before {@link #search}. */
  float[] rest() {
    return rest;
  }

  /**
   * Finds a path.
   *
   * @param row number of the row, for its missing entries
   * @param into where the path is appended to the empty one
   * @param at its place there
   */
  void search(int row, Paths into, int at) {
    boolean complete = missing.count(row) == 0;
    int best;
    if (complete) {
      VectorLoops.squares(height, rest, tables.first);
      // Many rows have no feature: this finds the first positive entry by vector instructions.
      int from = Arrays.mismatch(height, zeros);
      if (from < 0) {
        return;
      }
      best = highest(from);
      Arrays.fill(pivot, 1);
    } else {
      reducePivots(row);
      best = next(complete, tables.transitions[0]);
    }
    for (int n = 0; best >= 0; n++) {
      into.append(at, best);
      if (n + 1 == longest) {
        return;
      }
      float[] gram = complete ? tables.gram[best] : reduceGram(row, best);
      best = extend(gram, best, n, complete);
    }
  }

  /** Takes feature {@code j} into the factorisation as its row {@code n}; returns the next one. */
  private int extend(float[] gram, int j, int n, boolean complete) {
    float root = (float) Math.sqrt(pivot[j]);
    float y = rest[j] / root;
    float[] v = factor[n];
    orthogonalise(v, gram, j, n, 1 / root);
    pivot[j] = Float.NaN;
    float[] t = tables.transitions[j + 1];
    if (gain == Gain.MARGINAL) {
      VectorLoops.reduceAndBound(height, rest, pivot, v, y, tables.floor(), t);
      return highestWithinBounds(t);
    }
    VectorLoops.reduce(rest, pivot, v, y, tables.floor());
    return next(complete, t);
  }

  /** The feature of the highest positive gain from a state of transitions {@code t}, or −1. */
  private int next(boolean complete, float[] t) {
    if (gain == Gain.MARGINAL) {
      VectorLoops.bounds(height, rest, pivot, t);
      return highestWithinBounds(t);
    }
    float[] inverse = complete ? ones : ownInverse;
    VectorLoops.frozenGains(height, rest, pivot, inverse, complete ? zeros : ownOffset, t);
    return highest(0);
  }

  /** v = scale (gram − Σ_m L[j, m] v_m) over the first {@code n} rows of the factor. */
  private void orthogonalise(float[] v, float[] gram, int j, int n, float scale) {
    if (n == 0) {
      VectorLoops.scale(v, gram, scale);
      return;
    }
    float[] from = gram;
    for (int m = 0; m < n; m += AT_ONCE) {
      VectorLoops.less4(
          v,
          from,
          factor[m][j],
          factor[m],
          m + 1 < n ? factor[m + 1][j] : 0,
          factor[m + 1],
          m + 2 < n ? factor[m + 2][j] : 0,
          factor[m + 2],
          m + 3 < n ? factor[m + 3][j] : 0,
          factor[m + 3],
          m + AT_ONCE < n ? 1 : scale);
      from = v;
    }
  }

  /**
   * The feature of the highest of positive gains in {@link #height} from {@code from} on, or −1.
   */
  private int highest(int from) {
    int best = -1;
    float most = 0;
    for (int j = from; j < k; j++) {
      if (height[j] > most) {
        most = height[j];
        best = j;
      }
    }
    return best;
  }

  /** The feature of the highest positive marginal gain, of which {@link #height} holds bounds. */
  private int highestWithinBounds(float[] t) {
    int top = -1;
    float most = 0;
    float second = 0;
    for (int j = 0; j < k; j++) {
      float h = height[j];
      if (h > second) {
        if (h > most) {
          second = most;
          most = h;
          top = j;
        } else {
          second = h;
        }
      }
    }
    if (top < 0) {
      return -1;
    }
    float gain = marginalGain(top, t);
    if (gain < second) {
      return highestAmongBounds(t);
    }
    return gain > 0 ? top : -1;
  }

  /** {@link #highestWithinBounds} where several features may have it. */
  private int highestAmongBounds(float[] t) {
    int best = -1;
    float most = 0;
    for (int j = 0; j < k; j++) {
      if (height[j] > most) {
        float gain = marginalGain(j, t);
        if (gain > most) {
          most = gain;
          best = j;
        }
      }
    }
    return best;
  }

  private float marginalGain(int j, float[] t) {
    float d = pivot[j];
    return rest[j] * rest[j] / d - 0.5f * (float) Math.log(d) + (t[j] + 0.5f);
  }

  /** The pivots of an empty path over the known entries of {@code row}, and what they make. */
  private void reducePivots(int row) {
    Arrays.fill(pivot, 1);
    for (int at = missing.from(row); at < missing.to(row); at++) {
      VectorLoops.lessSquares(pivot, tables.columns[missing.column(at)], tables.floor());
    }
    if (gain == Gain.PAPER) {
      for (int j = 0; j < k; j++) {
        ownInverse[j] = 1 / pivot[j];
        ownOffset[j] = -0.5f * (float) Math.log(pivot[j]);
      }
    }
  }

  /** Row {@code j} of the Gram matrix over the known entries of {@code row}. */
  private float[] reduceGram(int row, int j) {
    float[] from = tables.gram[j];
    for (int at = missing.from(row); at < missing.to(row); at++) {
      float[] column = tables.columns[missing.column(at)];
      VectorLoops.less(ownGram, from, column[j], column, 1);
      from = ownGram;
    }
    return from;
  }
}
