package org.latentfeature.lasso.variant;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * Means of a few rows that follow each other, whose noise is less: where no feature switches among
 * them they are rows of the same codes.
 *
 * @param all means of all windows, M×D
 * @param means those in whose halves X differs least
 * @param length rows of a window
 * @param rows N
 */
record Windows(Matrix all, Matrix means, int length, int rows) {

  /** Share of the windows that are kept. */
  private static final double KEPT = 0.5;

  /**
   * Returns those of {@code x} (N×D).
   *
   * @param length rows of a window, even
   * @param least windows that must be kept
   * @return null if there are fewer
   */
  static @Nullable Windows of(Matrix x, int length, int least) {
    int count = x.rows() / length;
    int kept = (int) (KEPT * count);
    if (kept < least) {
      return null;
    }
    int d = x.cols();
    Matrix all = Matrix.allocate(count, d);
    double[] apart = new double[count];
    float[] row = new float[d];
    float[] mean = new float[d];
    double[][] halves = new double[2][d];
    for (int m = 0; m < count; m++) {
      Arrays.fill(halves[0], 0);
      Arrays.fill(halves[1], 0);
      for (int i = 0; i < length; i++) {
        x.getRow(m * length + i, row);
        double[] half = halves[2 * i / length];
        for (int j = 0; j < d; j++) {
          half[j] += row[j];
        }
      }
      for (int j = 0; j < d; j++) {
        mean[j] = (float) ((halves[0][j] + halves[1][j]) / length);
        apart[m] += (halves[0][j] - halves[1][j]) * (halves[0][j] - halves[1][j]);
      }
      all.setRow(m, mean);
    }
    int[] nearest =
        IntStream.range(0, count)
            .boxed()
            .sorted((a, b) -> Double.compare(apart[a], apart[b]))
            .limit(kept)
            .mapToInt(m -> m)
            .sorted()
            .toArray();
    return new Windows(all, all.selectRows(nearest), length, x.rows());
  }

  /** Returns codes of rows, N×K: those of their windows, and of the last one beyond. */
  BinaryMatrix repeated(BinaryMatrix z) {
    BinaryMatrix repeated = BinaryMatrix.empty(rows);
    for (BitVector column : z.columns()) {
      boolean[] bits = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        bits[i] = column.get(Math.min(i / length, column.length() - 1));
      }
      repeated = repeated.with(BitVector.of(bits));
    }
    return repeated;
  }
}
