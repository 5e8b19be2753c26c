package org.latentfeature.backend.sparse;

import java.util.Arrays;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.SparseRows;

/** A dictionary W (K×D) by column, so that a sparse row meets K neighbours in each entry. */
final class WideDictionary {

  /** Number of features, K. */
  final int k;

  /** K, padded. */
  final int width;

  /** D rows of {@link #width}. */
  final double[] columns;

  /** WWᵀ, K rows of {@link #width}. */
  final double[] gram;

  /**
   * Returns {@code w} by column, its entries rounded to single precision as in a residual that is
   * stored.
   */
  static WideDictionary rounded(Dense w) {
    return new WideDictionary(w, true);
  }

  /** Returns {@code w} by column, in double precision. */
  static WideDictionary of(Dense w) {
    return new WideDictionary(w, false);
  }

  private WideDictionary(Dense w, boolean rounded) {
    k = w.rows();
    width = Lanes.padded(k);
    int d = w.cols();
    columns = Lanes.doubles(d, width, "the dictionary");
    double[] entries = w.values();
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        double entry = entries[c * d + j];
        columns[j * width + c] = rounded ? (float) entry : entry;
      }
    }
    gram = times(columns, width);
  }

  /** Bytes of a dictionary. */
  static long bytesNeeded(int cols, int features) {
    return (long) Lanes.padded(features) * (cols + features) * Double.BYTES;
  }

  /** W P, K×r, for {@code p} of D rows of {@code r} numbers, a multiple of eight. */
  double[] times(double[] p, int r) {
    double[] product = new double[k * r];
    int d = columns.length / Math.max(1, width);
    for (int j = 0; j < d; j++) {
      for (int c = 0; c < k; c++) {
        double w = columns[j * width + c];
        if (w != 0) {
          Lanes.add(product, c * r, w, p, j * r, r);
        }
      }
    }
    return product;
  }

  /** W x of row {@code i}, into the first K of {@code into}. */
  void project(SparseRows x, int i, double[] into) {
    int[] starts = x.starts();
    Lanes.gather(into, x.columns(), x.values(), starts[i], starts[i + 1], columns, width);
  }

  /** Writes WWᵀz, for the code with {@code count} of {@code ones}, into {@code into}. */
  void image(int[] ones, int count, double[] into) {
    Arrays.fill(into, 0, width, 0);
    for (int o = 0; o < count; o++) {
      Lanes.add(into, 0, 1, gram, ones[o] * width, width);
    }
  }

  /** Writes Wᵀz (D numbers) into {@code into}. */
  void reconstruct(int[] ones, int count, double[] into) {
    for (int j = 0; j < into.length; j++) {
      double sum = 0;
      for (int o = 0; o < count; o++) {
        sum += columns[j * width + ones[o]];
      }
      into[j] = sum;
    }
  }

  /** ⟨u, WWᵀ u⟩ for {@code u} of K rows of {@code r} numbers. */
  double square(double[] u, int r) {
    double sum = 0;
    double[] image = new double[r];
    for (int a = 0; a < k; a++) {
      Arrays.fill(image, 0);
      for (int b = 0; b < k; b++) {
        Lanes.add(image, 0, gram[a * width + b], u, b * r, r);
      }
      for (int q = 0; q < r; q++) {
        sum += u[a * r + q] * image[q];
      }
    }
    return sum;
  }
}
