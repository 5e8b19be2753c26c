package org.latentfeature.lasso.variant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/**
 * Rows repeated in proportion to their weights, so that a search that knows no weights heeds them:
 * exactly for weights that are small whole numbers times a common factor, otherwise by systematic
 * sampling, in which row n is there ⌊c⌋ or ⌈c⌉ times for its share c.
 */
final class RepeatedRows {

  /** Whole weights are taken as they are up to this many rows for each of X. */
  private static final int MOST = 4;

  /** Rows drawn for each of X otherwise. */
  private static final int DRAWN = 2;

  /** Rounding error that a whole multiple may have, as a share of it. */
  private static final double ROUNDING = 1e-9;

  private final int[] rows;

  /**
   * Keeps these rows, which are not copied.
   *
   * @param rows the row that each drawn row repeats, ascending
   */
  RepeatedRows(int[] rows) {
    this.rows = rows;
  }

  int[] rows() {
    return rows;
  }

  /** Repeats rows with these weights, of which one is above 0. */
  static RepeatedRows of(double[] weights) {
    int n = weights.length;
    double unit = unit(weights);
    double sum = Arrays.stream(weights).sum();
    boolean isExact = unit > 0 && sum / unit <= (double) MOST * n;
    double step = isExact ? unit : sum / ((double) DRAWN * n);
    List<Integer> drawn = new ArrayList<>();
    double before = 0;
    for (int i = 0; i < n; i++) {
      double until = before + weights[i];
      // Rounded, not cut: exact multiples may be a rounding error short.
      long count = Math.round(until / step) - Math.round(before / step);
      for (long c = 0; c < count; c++) {
        drawn.add(i);
      }
      before = until;
    }
    return new RepeatedRows(drawn.stream().mapToInt(i -> i).toArray());
  }

  /** A number of which all weights are whole multiples: the smallest of them, or 1; otherwise 0. */
  private static double unit(double[] weights) {
    double least = Arrays.stream(weights).filter(weight -> weight > 0).min().orElse(1);
    return areMultiples(weights, least) ? least : areMultiples(weights, 1) ? 1 : 0;
  }

  private static boolean areMultiples(double[] weights, double of) {
    for (double weight : weights) {
      double times = weight / of;
      if (Math.abs(times - Math.rint(times)) > ROUNDING * times) {
        return false;
      }
    }
    return true;
  }

  /** The rows of {@code n} that are not drawn. */
  int[] others(int n) {
    boolean[] isDrawn = new boolean[n];
    for (int row : rows) {
      isDrawn[row] = true;
    }
    return IntStream.range(0, n).filter(i -> !isDrawn[i]).toArray();
  }

  /**
   * Codes of all {@code n} rows of X.
   *
   * @param z of the drawn rows
   * @param rest of the {@link #others}
   */
  BinaryMatrix whole(BinaryMatrix z, BinaryMatrix rest, int n) {
    int[] others = others(n);
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < z.cols(); k++) {
      boolean[] bits = new boolean[n];
      for (int i = 0; i < rows.length; i++) {
        bits[rows[i]] = z.get(i, k);
      }
      for (int i = 0; i < others.length; i++) {
        bits[others[i]] = rest.get(i, k);
      }
      columns.add(BitVector.of(bits));
    }
    return BinaryMatrix.ofColumns(n, columns);
  }
}
