package org.latentfeature.openblas;

import java.util.Arrays;
import org.latentfeature.backend.PathCoder;
import org.latentfeature.backend.PathObjective;
import org.latentfeature.backend.PathObjective.Gain;
import org.latentfeature.backend.Paths;
import org.latentfeature.data.MissingEntries;

/**
 * The greedy search of one row's path in single precision, by a Cholesky factorisation that grows
 * with the path, in the units of {@link PathTables}. Holds scratch memory: one thread at a time.
 *
 * <p>A marginal gain r²/d − ½ ln d + T is not computed for every feature. Because ln x ≤ x − 1 it
 * is at most (r² + ½e)/d + T − ½ ln e − ½, with e ≥ d the feature's pivot on an empty path; at d =
 * e it is that. Times d the bound needs no division; a logarithm is taken only where the bound is
 * above the best gain so far.
 */
final class RowSearch {

  /** Features looked at one by one from a positive bound on. */
  private static final int STRIDE = 32;

  private final PathTables tables;
  private final MissingEntries missing;
  private final int k;
  private Gain gain = Gain.MARGINAL;
  private int longest;

  /** r_k = b_k − v_kᵀy. */
  private final float[] rest;

  /** d_k = e_k − ‖v_k‖²; infinite for a feature of the path, which lets no gain be positive. */
  private final float[] pivot;

  /** Gains, or bounds of them times d; 0 where they are not above it. */
  private final float[] height;

  /** Row n holds entry n of every v_k. */
  private final float[][] factor;

  private final float[] zeros;

  /** Of a row with missing entries: a row of its Gram matrix. */
  private final float[] ownGram;

  /** Of a row with missing entries: 1/e_k. */
  private final float[] ownInverse;

  /** Of a row with missing entries: what its e_k adds to a gain by the {@link PathTables}. */
  private final float[] ownOffset;

  RowSearch(PathTables tables, MissingEntries missing) {
    this.tables = tables;
    this.missing = missing;
    k = tables.features();
    rest = new float[k];
    pivot = new float[k];
    height = new float[k];
    factor = new float[Math.min(k, PathCoder.LONGEST_PATH)][k];
    zeros = new float[k];
    ownGram = new float[k];
    ownInverse = new float[k];
    ownOffset = new float[k];
  }

  static long bytes(long k) {
    return (7 + PathCoder.LONGEST_PATH) * k * Float.BYTES;
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
      VectorLoops.scaledSquares(height, rest, tables.inverse, tables.first);
      best = highest();
      if (best >= 0) {
        System.arraycopy(tables.pivot, 0, pivot, 0, k);
      }
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
    pivot[j] = Float.POSITIVE_INFINITY;
    float[] t = tables.transitions[j + 1];
    if (gain == Gain.MARGINAL) {
      VectorLoops.reduceAndBound(height, rest, pivot, v, y, tables.halfPivot, t);
      return highestWithinBounds(t);
    }
    VectorLoops.reduce(rest, pivot, v, y);
    return next(complete, t);
  }

  /** The feature of the highest positive gain from a state of transitions {@code t}, or −1. */
  private int next(boolean complete, float[] t) {
    if (gain == Gain.MARGINAL) {
      VectorLoops.bounds(height, rest, pivot, tables.halfPivot, t);
      return highestWithinBounds(t);
    }
    float[] inverse = complete ? tables.inverse : ownInverse;
    VectorLoops.frozenGains(height, rest, pivot, inverse, complete ? zeros : ownOffset, t);
    return highest();
  }

  /** v = scale (gram − Σ_m L[j, m] v_m) over the first {@code n} rows of the factor. */
  private void orthogonalise(float[] v, float[] gram, int j, int n, float scale) {
    float[] from = gram;
    int m = 0;
    for (; m + 4 <= n; m += 4) {
      VectorLoops.less4(
          v,
          from,
          factor[m][j],
          factor[m],
          factor[m + 1][j],
          factor[m + 1],
          factor[m + 2][j],
          factor[m + 2],
          factor[m + 3][j],
          factor[m + 3],
          m + 4 == n ? scale : 1);
      from = v;
    }
    for (; m < n; m++) {
      VectorLoops.less(v, from, factor[m][j], factor[m], m + 1 == n ? scale : 1);
      from = v;
    }
    if (n == 0) {
      VectorLoops.scale(v, gram, scale);
    }
  }

  /** Of gains in {@link #height}. */
  private int highest() {
    int best = -1;
    float most = 0;
    for (int j = positive(0); j < k; j++) {
      if (height[j] > most) {
        most = height[j];
        best = j;
      }
    }
    return best;
  }

  /** Of bounds in {@link #height}. */
  private int highestWithinBounds(float[] t) {
    int best = -1;
    float most = 0;
    for (int j = positive(0); j < k; j = positive(j)) {
      int end = Math.min(j + STRIDE, k);
      for (; j < end; j++) {
        if (height[j] > most * pivot[j]) {
          float g = marginalGain(j, t);
          if (g > most) {
            most = g;
            best = j;
          }
        }
      }
    }
    return best;
  }

  private float marginalGain(int j, float[] t) {
    return rest[j] * rest[j] / pivot[j]
        + (t[j] + tables.slack[j])
        - 0.5f * (float) Math.log(pivot[j]);
  }

  /** The first feature from {@code from} on whose {@link #height} is not 0, or K. */
  private int positive(int from) {
    int at = Arrays.mismatch(height, from, k, zeros, from, k);
    return at < 0 ? k : from + at;
  }

  /** The pivots of an empty path over the known entries of {@code row}, and what they make. */
  private void reducePivots(int row) {
    System.arraycopy(tables.pivot, 0, pivot, 0, k);
    for (int at = missing.from(row); at < missing.to(row); at++) {
      VectorLoops.lessSquares(pivot, tables.columns[missing.column(at)]);
    }
    for (int j = 0; j < k; j++) {
      pivot[j] = Math.max(1, pivot[j]);
    }
    if (gain == Gain.LITERAL) {
      for (int j = 0; j < k; j++) {
        ownInverse[j] = 1 / pivot[j];
        ownOffset[j] = tables.slack[j] - 0.5f - 0.5f * (float) Math.log(pivot[j]);
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
