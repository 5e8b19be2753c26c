package org.latentfeature.backend.reference;

import org.latentfeature.backend.cpu.HostRows;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Projections;

/** Projections by their definition. */
final class ReferenceProjections implements Projections {

  private final Matrix x;
  private final StopSignal stop;
  private final float[] row;

  ReferenceProjections(HostRows rows, StopSignal stop) {
    x = rows.x();
    this.stop = stop;
    row = new float[x.cols()];
  }

  @Override
  public Matrix project(Dense directions) {
    Matrix products = Matrix.allocate(x.rows(), directions.rows());
    double[] t = new double[directions.rows()];
    float[] rounded = new float[t.length];
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      x.getRow(i, row);
      products(directions, t);
      for (int m = 0; m < t.length; m++) {
        rounded[m] = (float) t[m];
      }
      products.setRow(i, rounded);
    }
    return products;
  }

  @Override
  public Dense weigh(Dense directions, Contrast contrast) {
    double[] t = new double[directions.rows()];
    Dense sums = new Dense(contrast.weights(t.length), row.length);
    for (int i = 0; i < x.rows(); i++) {
      stop.check(i);
      x.getRow(i, row);
      products(directions, t);
      double[] weights = contrast.of(t);
      for (int m = 0; m < weights.length; m++) {
        for (int j = 0; j < row.length; j++) {
          sums.values()[m * row.length + j] += weights[m] * row[j];
        }
      }
    }
    return sums;
  }

  /** Inner products of the current row. */
  private void products(Dense directions, double[] t) {
    double[] a = directions.values();
    for (int m = 0; m < t.length; m++) {
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        sum += a[m * row.length + j] * row[j];
      }
      t[m] = sum;
    }
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
