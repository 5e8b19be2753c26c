package org.latentfeature.spectral;

/**
 * The system of a Newton step from x, with A = T(I, I, x): 2A − λI bordered by x, which keeps the
 * step in the tangent space. Solved in place by elimination with pivoting, without allocating.
 */
final class BorderedSystem {

  private final int size;
  private final int width;
  private final double[] m;
  private final double[] next;

  BorderedSystem(int size) {
    this.size = size;
    width = size + 2;
    m = new double[(size + 1) * width];
    next = new double[size];
  }

  /**
   * Moves {@code x} by one step.
   *
   * @param matrix A, an upper triangle
   * @param image A x
   * @return how far it moved; infinite or NaN, where the system is singular
   */
  double step(double[] matrix, double[] image, double[] x, double lambda) {
    fill(matrix, image, x, lambda);
    eliminate();
    double squares = 0;
    for (int i = size; i >= 0; i--) {
      int row = i * width;
      double sum = m[row + size + 1];
      for (int j = i + 1; j <= size; j++) {
        sum -= m[row + j] * m[j * width + size + 1];
      }
      m[row + size + 1] = sum / m[row + i];
    }
    for (int i = 0; i < size; i++) {
      next[i] = x[i] + m[i * width + size + 1];
      squares += next[i] * next[i];
    }
    double scale = 1 / Math.sqrt(squares);
    double moved = 0;
    for (int i = 0; i < size; i++) {
      double to = next[i] * scale;
      moved += (to - x[i]) * (to - x[i]);
      x[i] = to;
    }
    return Math.sqrt(moved);
  }

  private void fill(double[] matrix, double[] image, double[] x, double lambda) {
    int p = 0;
    for (int i = 0; i < size; i++) {
      int row = i * width;
      m[row + i] = 2 * matrix[p++] - lambda;
      for (int j = i + 1; j < size; j++) {
        double entry = 2 * matrix[p++];
        m[row + j] = entry;
        m[j * width + i] = entry;
      }
      m[row + size] = x[i];
      m[size * width + i] = x[i];
      m[row + size + 1] = lambda * x[i] - image[i];
    }
    m[size * width + size] = 0;
    m[size * width + size + 1] = 0;
  }

  private void eliminate() {
    for (int c = 0; c < size; c++) {
      int pivot = c;
      for (int i = c + 1; i <= size; i++) {
        pivot = Math.abs(m[i * width + c]) > Math.abs(m[pivot * width + c]) ? i : pivot;
      }
      int row = c * width;
      if (pivot != c) {
        int other = pivot * width;
        for (int j = c; j < width; j++) {
          double swapped = m[row + j];
          m[row + j] = m[other + j];
          m[other + j] = swapped;
        }
      }
      double inverse = 1 / m[row + c];
      for (int i = c + 1; i <= size; i++) {
        int below = i * width;
        double factor = m[below + c] * inverse;
        if (factor != 0) {
          for (int j = c + 1; j < width; j++) {
            m[below + j] -= factor * m[row + j];
          }
        }
      }
    }
  }
}
