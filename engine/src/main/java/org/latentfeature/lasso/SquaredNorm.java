package org.latentfeature.lasso;

import org.latentfeature.data.Matrix;

/** ‖X‖². */
final class SquaredNorm {

  private SquaredNorm() {}

  static double of(Matrix x) {
    double sum = 0;
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (float v : row) {
        sum += (double) v * v;
      }
    }
    return sum;
  }
}
