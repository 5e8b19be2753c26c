package org.latentfeature.variant;

import java.util.ArrayList;
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

  private final int[] rows;

  /**
   * With these parts, not copied.
   *
   * @param rows the row that each drawn row repeats, ascending
   */
  RepeatedRows(int[] rows) {
    this.rows = rows;
  }

  int[] rows() {
    return rows;
  }

  /** Whole weights are taken as they are up to this many rows for each of X. */
  private static final int MOST = 4;

  /** Rows drawn for each of X otherwise. */
  private static final int DRAWN = 2;

  /** Of rows with these weights, of which one is above 0. */
  static RepeatedRows of(double[] weights) {
    int n = weights.length;
    double unit = unit(weights);
    double sum = IntStream.range(0, n).mapToDouble(i -> weights[i]).sum();
    boolean isExact = unit > 0 && sum / unit <= (double) MOST * n;
    double step = isExact ? unit : sum / ((double) DRAWN * n);
    List<Integer> drawn = new ArrayList<>();
    double before = 0;
    for (int i = 0; i < n; i++) {
      double until = before + weights[i];
      // The midpoints of the steps: rounding of the sums moves none of them over an edge.
      long count = Math.round(until / step) - Math.round(before / step);
      for (long c = 0; c < count; c++) {
        drawn.add(i);
      }
      before = until;
    }
    return new RepeatedRows(drawn.stream().mapToInt(i -> i).toArray());
  }

  /** The largest number of which all weights are multiples, if it is the smallest; otherwise 0. */
  private static double unit(double[] weights) {
    double least = Double.POSITIVE_INFINITY;
    for (double weight : weights) {
      if (weight > 0) {
        least = Math.min(least, weight);
      }
    }
    for (double weight : weights) {
      if (Math.abs(weight / least - Math.rint(weight / least)) > 1e-9 * weight / least) {
        return Math.abs(weight - Math.rint(weight)) > 0 ? 0 : whole(weights);
      }
    }
    return least;
  }

  /** 1, if all weights are whole numbers; otherwise 0. */
  private static double whole(double[] weights) {
    for (double weight : weights) {
      if (weight != Math.rint(weight)) {
        return 0;
      }
    }
    return 1;
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
