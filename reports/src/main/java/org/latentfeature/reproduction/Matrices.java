package org.latentfeature.reproduction;

import org.latentfeature.data.Matrix;
import org.latentfeature.linalg.Dense;

/** Matrices of files as matrices of the outer loops. */
final class Matrices {

  private Matrices() {}

  static Dense dense(Matrix matrix) {
    Dense dense = new Dense(matrix.rows(), matrix.cols());
    float[] row = new float[matrix.cols()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.getRow(i, row);
      for (int j = 0; j < row.length; j++) {
        dense.set(i, j, row[j]);
      }
    }
    return dense;
  }
}
