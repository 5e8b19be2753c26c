package org.latentfeature.columns.vertex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BitVector;

/**
 * Independent rows J of a basis U (N×k) of a subspace: every point of it is t = B b + o with b =
 * t_J, B = U U_J⁻¹ and the offset o = m − B m_J, which is 0 unless the subspace is shifted by m.
 */
public final class RowSet {

  /** Rows of which no more than this share is new beside those taken depend on them. */
  private static final double INDEPENDENT = 1e-9;

  private final int[] rows;
  private final Dense map;
  private final double[] offset;

  private RowSet(int[] rows, Dense map, double[] offset) {
    this.rows = rows;
    this.map = map;
    this.offset = offset;
  }

  /**
   * Up to {@code most} disjoint sets: the pivots of a QR factorisation of Uᵀ with column pivoting
   * (Golub &amp; Van Loan, section 5.4.2), then those of the rows left, as long as they have rank
   * k.
   *
   * @param basis U, orthonormal columns
   * @param shift m, N entries
   */
  static List<RowSet> disjoint(Dense basis, double[] shift, int most) {
    List<RowSet> sets = new ArrayList<>();
    boolean[] taken = new boolean[basis.rows()];
    while (sets.size() < most) {
      int[] pivots = pivots(basis, taken);
      if (pivots.length < basis.cols()) {
        break;
      }
      sets.add(of(basis, shift, pivots));
    }
    return sets;
  }

  /**
   * The set of these rows, which must be independent.
   *
   * @param basis U, N×k
   * @param shift m, N entries
   * @param rows k numbers of rows
   */
  static RowSet of(Dense basis, double[] shift, int[] rows) {
    int[] sorted = rows.clone();
    Arrays.sort(sorted);
    Dense map = Quotient.of(basis, basis.selectRows(sorted));
    double[] offset = shift.clone();
    for (int i = 0; i < offset.length; i++) {
      for (int a = 0; a < sorted.length; a++) {
        offset[i] -= map.get(i, a) * shift[sorted[a]];
      }
    }
    for (int a = 0; a < sorted.length; a++) {
      // The identity on J, without its rounding errors.
      for (int j = 0; j < sorted.length; j++) {
        map.set(sorted[a], j, a == j ? 1 : 0);
      }
      offset[sorted[a]] = 0;
    }
    return new RowSet(sorted, map, offset);
  }

  /** Takes the row of which most is new, until there are k or none is new. */
  private static int[] pivots(Dense basis, boolean[] taken) {
    int n = basis.rows();
    int k = basis.cols();
    Dense left = basis.copy();
    int[] pivots = new int[k];
    for (int step = 0; step < k; step++) {
      int best = -1;
      double most = INDEPENDENT;
      for (int i = 0; i < n; i++) {
        double norm = taken[i] ? 0 : left.rowNorm(i);
        if (norm > most) {
          most = norm;
          best = i;
        }
      }
      if (best < 0) {
        return Arrays.copyOf(pivots, step);
      }
      taken[best] = true;
      pivots[step] = best;
      Dense direction = left.selectRows(new int[] {best});
      for (int i = 0; i < n; i++) {
        double share = left.rowDot(i, direction, 0) / (most * most);
        for (int j = 0; j < k; j++) {
          left.values()[i * k + j] -= share * direction.values()[j];
        }
      }
    }
    return pivots;
  }

  /** Number of rows of the set, k. */
  public int size() {
    return rows.length;
  }

  /** Number of rows, N. */
  public int length() {
    return offset.length;
  }

  /** B, N×k; not a copy. */
  Dense map() {
    return map;
  }

  /** o, N entries; not a copy. */
  double[] offset() {
    return offset;
  }

  /** Returns whether row {@code i} belongs to the set. */
  boolean has(int i) {
    return Arrays.binarySearch(rows, i) >= 0;
  }

  /** The rows that are not of the set, those first in which points differ most. */
  int[] others() {
    double[] spread = new double[length()];
    Arrays.setAll(spread, i -> map.rowNorm(i));
    return IntStream.range(0, length())
        .filter(i -> !has(i))
        .boxed()
        .sorted((i, j) -> Double.compare(spread[j], spread[i]))
        .mapToInt(i -> i)
        .toArray();
  }

  /** Entry {@code i} of the point with {@code code}. */
  double entry(int i, long code) {
    double t = offset[i];
    int at = i * rows.length;
    for (long bits = code; bits != 0; bits &= bits - 1) {
      t += map.values()[at + Long.numberOfTrailingZeros(bits)];
    }
    return t;
  }

  /** The vertex itself: the entries of its point, rounded. */
  public BitVector column(Vertex vertex) {
    boolean[] ones = new boolean[length()];
    for (int i = 0; i < ones.length; i++) {
      ones[i] = entry(i, vertex.code()) > 0.5;
    }
    return BitVector.of(ones);
  }

  /** The vertex with {@code code}. */
  Vertex vertex(long code) {
    double distance = 0;
    for (int i : others()) {
      distance += squared(i, code);
    }
    return new Vertex(code, distance);
  }

  /** Squared distance of entry {@code i} from the nearer of 0 and 1. */
  double squared(int i, long code) {
    double beside = Math.abs(entry(i, code) - 0.5) - 0.5;
    return beside * beside;
  }
}
