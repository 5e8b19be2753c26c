package org.latentfeature.backend.reference;

import java.util.Arrays;
import java.util.stream.DoubleStream;
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
      double[] weights = weights(contrast, t);
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

  private static double[] weights(Contrast contrast, double[] t) {
    return switch (contrast.kind()) {
      case UNIT -> {
        normalise(t, contrast.rank());
        yield t;
      }
      case SQUARE -> squares(t).toArray();
      case CUBE -> cubes(t).toArray();
      case SQUARE_AND_CUBE -> DoubleStream.concat(squares(t), cubes(t)).toArray();
    };
  }

  private static DoubleStream squares(double[] t) {
    return Arrays.stream(t).map(v -> v * v);
  }

  private static DoubleStream cubes(double[] t) {
    return Arrays.stream(t).map(v -> v * v * v);
  }

  private static void normalise(double[] t, int rank) {
    int blocks = t.length / rank;
    for (int b = 0; b < blocks; b++) {
      double squares = 0;
      for (int m = b; m < t.length; m += blocks) {
        squares += t[m] * t[m];
      }
      double scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
      for (int m = b; m < t.length; m += blocks) {
        t[m] *= scale;
      }
    }
  }

  @Override
  public void close() {
    // Holds nothing that the garbage collector does not take.
  }
}
