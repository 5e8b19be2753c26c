package org.latentfeature.spectral;

/**
 * A symmetric K×K×K tensor T. Slices T(I, I, e_k) are kept as upper triangles, row by row, one
 * after another, so that T(I, I, x) is a sum of K vectors.
 */
public final class SymmetricTensor {

  private final int size;
  private final int triangle;
  private final double[] slices;

  /** An entry for each i ≤ j ≤ k. */
  @FunctionalInterface
  public interface Entries {

    /** Returns the entry. */
    double at(int i, int j, int k);
  }

  /** Creates a K×K×K tensor of these entries, of which each is asked for once. */
  public SymmetricTensor(int size, Entries entries) {
    this.size = size;
    triangle = size * (size + 1) / 2;
    slices = new double[size * triangle];
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        for (int k = j; k < size; k++) {
          double entry = entries.at(i, j, k);
          slices[k * triangle + place(i, j)] = entry;
          slices[j * triangle + place(i, k)] = entry;
          slices[i * triangle + place(j, k)] = entry;
        }
      }
    }
  }

  /** K. */
  int size() {
    return size;
  }

  /** K (K + 1) / 2. */
  int triangle() {
    return triangle;
  }

  /** The entry T_ijk. */
  public double at(int i, int j, int k) {
    return slices[k * triangle + place(Math.min(i, j), Math.max(i, j))];
  }

  /** Where entry (i, j), i ≤ j, of a triangle is. */
  private int place(int i, int j) {
    return i * size - i * (i - 1) / 2 + j - i;
  }

  /** T(I, I, x) as a triangle, in {@code into}. */
  void contract(double[] x, double[] into) {
    double first = x[0];
    for (int p = 0; p < triangle; p++) {
      into[p] = first * slices[p];
    }
    for (int k = 1; k < size; k++) {
      double by = x[k];
      int at = k * triangle;
      for (int p = 0; p < triangle; p++) {
        into[p] += by * slices[at + p];
      }
    }
  }

  /** The product of the {@code triangle} of a symmetric matrix with x, in {@code into}. */
  void multiply(double[] matrix, double[] x, double[] into) {
    int p = 0;
    for (int i = 0; i < size; i++) {
      into[i] = 0;
    }
    for (int i = 0; i < size; i++) {
      double xi = x[i];
      double sum = matrix[p++] * xi;
      for (int j = i + 1; j < size; j++, p++) {
        sum += matrix[p] * x[j];
        into[j] += matrix[p] * xi;
      }
      into[i] += sum;
    }
  }
}
