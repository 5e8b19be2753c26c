package org.latentfeature.columns.cumulant;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Moments;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * Rows Y (N×K) in which the signal is white, on a device, and their cumulants along directions.
 * Gaussian noise of any covariance has no cumulants of third or fourth order, so it does not change
 * theirs.
 */
final class SignalRows implements AutoCloseable {

  private final LoadedData data;
  private final Projections projections;
  private final Dense covariance;
  private final int rows;

  /** Loads {@code y}, whose columns have mean 0. */
  SignalRows(Backend backend, Matrix y, StopSignal stop) {
    data = new LoadedData(backend, y);
    rows = y.rows();
    Projections.Limits most = limits(y.cols());
    ResidentRows resident = data.rows(List.of(most), stop);
    try (Moments moments = resident.open(new Moments.Limits(), stop)) {
      covariance = scaled(moments.columnGram());
    }
    projections = resident.open(most, stop);
  }

  /** Bytes that N×K such rows take with what is open on them. */
  static long bytesNeeded(Backend backend, int rows, int k) {
    return Math.max(
        backend.bytesNeeded(rows, k, List.of(limits(k))),
        backend.bytesNeeded(rows, k, List.of(new Moments.Limits())));
  }

  private static Projections.Limits limits(int k) {
    return new Projections.Limits(k, Contrast.SQUARE_AND_CUBE.weights(k));
  }

  /** K. */
  int dimensions() {
    return covariance.rows();
  }

  /** Y Vᵀ for directions V (K×K), one a row. */
  Matrix project(Dense directions) {
    return projections.project(directions);
  }

  /**
   * Cumulants contracted with all but one of their directions, a row for each direction v.
   *
   * @param third S₃(v, v)
   * @param fourth S₄(v, v, v)
   */
  record Contracted(Dense third, Dense fourth) {}

  /** Both of each direction v, a row of V: S₃(v, v) = (1/N) Yᵀ(Y v)², and {@link #fourth}. */
  Contracted cumulants(Dense directions) {
    Dense both = scaled(projections.weigh(directions, Contrast.SQUARE_AND_CUBE));
    int size = directions.rows() * both.cols();
    double[] squares = Arrays.copyOf(both.values(), size);
    double[] cubes = Arrays.copyOfRange(both.values(), size, 2 * size);
    return new Contracted(
        Dense.wrap(directions.rows(), both.cols(), squares),
        withoutGaussian(Dense.wrap(directions.rows(), both.cols(), cubes), directions));
  }

  /**
   * S₄(v, v, v) of each direction v: (1/N) Yᵀ(Y v)³ − 3 C v (vᵀC v), with C the covariance of Y,
   * its noise included.
   */
  Dense fourth(Dense directions) {
    return withoutGaussian(scaled(projections.weigh(directions, Contrast.CUBE)), directions);
  }

  /** Without what a normal distribution of the same covariance has. */
  private Dense withoutGaussian(Dense fourth, Dense directions) {
    Dense image = directions.times(covariance);
    int k = image.cols();
    for (int i = 0; i < image.rows(); i++) {
      Dense.addScaled(
          fourth.values(), i * k, image.values(), i * k, k, -3 * image.rowDot(i, directions, i));
    }
    return fourth;
  }

  private Dense scaled(Dense sums) {
    for (int i = 0; i < sums.values().length; i++) {
      sums.values()[i] /= rows;
    }
    return sums;
  }

  @Override
  public void close() {
    projections.close();
    data.close();
  }
}
