package org.latentfeature.backend.reference;

import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Moments;

/** Second moments by their definition. */
final class ReferenceMoments implements Moments {

  private final Matrix x;
  private final StopSignal stop;
  private final float[] row;

  ReferenceMoments(HostRows rows, StopSignal stop) {
    x = rows.x();
    this.stop = stop;
    row = new float[x.cols()];
  }

  /** The smaller Gram matrix. */
  static long bytesNeeded(int rows, int cols, Limits limits) {
    long n = Math.min(rows, cols);
    return n * n * Double.BYTES;
  }

  @Override
  public Dense rowGram() {
    int n = x.rows();
    float[] other = new float[row.length];
    Dense gram = new Dense(n, n);
    for (int i = 0; i < n; i++) {
      stop.check();
      x.getRow(i, row);
      for (int m = 0; m <= i; m++) {
        x.getRow(m, other);
        double sum = 0;
        for (int j = 0; j < row.length; j++) {
          sum += (double) row[j] * other[j];
        }
        gram.set(i, m, sum);
        gram.set(m, i, sum);
      }
    }
    return gram;
  }

  @Override
  public Dense columnGram() {
    int d = row.length;
    Dense gram = new Dense(d, d);
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      x.getRow(i, row);
      for (int a = 0; a < d; a++) {
        for (int b = 0; b < d; b++) {
          gram.values()[a * d + b] += (double) row[a] * row[b];
        }
      }
    }
    return gram;
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
