package org.latentfeature.data;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Dense;

/**
 * Data X = Z W + noise, computed one row at a time, so that they need not fit into memory. Read the
 * rows of X in order; the bits of Z can be read in any order, any number of times.
 */
public final class SyntheticRows {

  private final int rows;
  private final Dense w;
  private final FeatureBits bits;
  private final RowNoise noise;
  private final boolean[] has;
  private final double[] sum;
  private int next;

  SyntheticRows(int rows, Dense w, FeatureBits bits, RowNoise noise) {
    this.rows = rows;
    this.w = w;
    this.bits = bits;
    this.noise = noise;
    has = new boolean[w.rows()];
    sum = new double[w.cols()];
  }

  /**
   * The rows of {@link SyntheticProblem#generate}.
   *
   * @param kind one of {@link SyntheticProblem#KINDS}
   * @param seed of every random number
   */
  public static SyntheticRows of(String kind, long seed) {
    return SyntheticProblem.draw(kind, seed);
  }

  /** Number of rows, N. */
  public int rows() {
    return rows;
  }

  /** The true dictionary, K×D. */
  public Dense w() {
    return w;
  }

  /** Row {@code i} of the true Z, into the K entries of {@code z}. */
  public void z(int i, boolean[] z) {
    bits.row(i, z);
  }

  /**
   * Row {@code i} of X, into the D entries of {@code x}.
   *
   * @throws IllegalStateException if {@code i} is not 0 or the row after the last one read
   */
  public void x(int i, float[] x) {
    if (i != next || i >= rows) {
      throw new IllegalStateException("the next row of X is " + next + ", not " + i);
    }
    next++;
    noise.next(sum);
    bits.row(i, has);
    double[] entries = w.values();
    for (int k = 0; k < has.length; k++) {
      if (has[k]) {
        int at = k * sum.length;
        for (int j = 0; j < sum.length; j++) {
          sum[j] += entries[at + j];
        }
      }
    }
    for (int j = 0; j < sum.length; j++) {
      x[j] = (float) sum[j];
    }
  }

  /** All rows in memory; call it before reading rows of X. */
  SyntheticProblem inMemory() {
    Matrix x = Matrix.allocate(rows, w.cols());
    long[][] words = new long[w.rows()][BitVector.wordCount(rows)];
    float[] row = new float[w.cols()];
    for (int i = 0; i < rows; i++) {
      x(i, row);
      x.setRow(i, row);
      for (int k = 0; k < has.length; k++) {
        if (has[k]) {
          words[k][i >> 6] |= 1L << (i & 63);
        }
      }
    }
    List<BitVector> columns = new ArrayList<>();
    for (long[] column : words) {
      columns.add(BitVector.ofWords(rows, column));
    }
    return new SyntheticProblem(x, BinaryMatrix.ofColumns(rows, columns), w);
  }
}
