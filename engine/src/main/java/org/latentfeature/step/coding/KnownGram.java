package org.latentfeature.step.coding;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.MissingEntries;

/**
 * The Gram matrix of the columns that one row knows, G = Σ_d w_d w_dᵀ over its known columns d:
 * what the squared error of the row's known entries depends on. Rows of G are computed when they
 * are asked for, since most searches flip few entries. Has scratch memory: use it from one thread.
 */
final class KnownGram {

  private final int k;
  private final int cols;
  private final double[][] whole;
  private final double bitCost;

  /** W, column after column (D×K). */
  private final double[][] columns;

  private final MissingEntries missing;
  private final double[][] gram;
  private final boolean[] ready;
  private int[] absent = {};

  /** The columns to add up, or to take from the whole: the fewer. */
  private int[] summed = {};

  private boolean isComplement;

  /**
   * For rows with these entries missing.
   *
   * @param whole WWᵀ + λI, row after row
   * @param bitCost λ
   */
  KnownGram(Dense w, double[][] whole, double bitCost, MissingEntries missing) {
    this.bitCost = bitCost;
    k = w.rows();
    cols = w.cols();
    this.whole = whole;
    this.missing = missing;
    columns = new double[cols][k];
    for (int j = 0; j < cols; j++) {
      for (int i = 0; i < k; i++) {
        columns[j][i] = w.get(i, j);
      }
    }
    gram = new double[k][k];
    ready = new boolean[k];
  }

  private KnownGram(KnownGram shared) {
    bitCost = shared.bitCost;
    k = shared.k;
    cols = shared.cols;
    whole = shared.whole;
    columns = shared.columns;
    missing = shared.missing;
    gram = new double[k][k];
    ready = new boolean[k];
  }

  /** Returns a copy for another thread, which shares the dictionary but not the scratch memory. */
  KnownGram fork() {
    return new KnownGram(this);
  }

  /** Returns whether row {@code n} of X has all entries. */
  boolean isWhole(int n) {
    return missing.count(n) == 0;
  }

  /**
   * Row {@code n} of X from now on.
   *
   * @return whether it misses other columns than the row before
   */
  boolean load(int n) {
    if (absent.length > 0 && missing.isMissing(n, absent)) {
      return false;
    }
    absent = missing.columns(n);
    isComplement = 2 * absent.length <= cols;
    summed = isComplement ? absent : known();
    Arrays.fill(ready, false);
    loadDiagonal();
    return true;
  }

  private int[] known() {
    int[] present = new int[cols - absent.length];
    int at = 0;
    int next = 0;
    for (int j = 0; j < cols; j++) {
      if (next < absent.length && absent[next] == j) {
        next++;
      } else {
        present[at++] = j;
      }
    }
    return present;
  }

  private void loadDiagonal() {
    double[] sums = new double[k];
    for (int j : summed) {
      addSquares(sums, columns[j]);
    }
    for (int i = 0; i < k; i++) {
      gram[i][i] = isComplement ? Math.max(0, whole[i][i] - sums[i]) : sums[i] + bitCost;
    }
  }

  private static void addSquares(double[] sums, double[] of) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += of[i] * of[i];
    }
  }

  /** G, of which the diagonal and the {@linkplain #require required} rows are valid. */
  double[][] values() {
    return gram;
  }

  /** Computes row {@code i} of G, unless it is known. */
  void require(int i) {
    if (ready[i]) {
      return;
    }
    ready[i] = true;
    double[] row = gram[i];
    double own = row[i];
    if (isComplement) {
      System.arraycopy(whole[i], 0, row, 0, k);
    } else {
      Arrays.fill(row, 0);
    }
    for (int j : summed) {
      double weight = columns[j][i];
      RowCoder.add(row, isComplement ? -weight : weight, columns[j]);
    }
    row[i] = own;
  }

  /** All of G. */
  double[][] all() {
    for (int i = 0; i < k; i++) {
      require(i);
    }
    return gram;
  }
}
