package org.latentfeature.columns.subspace;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/** Whitened rows Y (N×K) on a device, with what a search for columns asks of them. */
final class WhitenedRows implements AutoCloseable {

  private final Backend backend;
  private final StopSignal stop;
  private final int most;
  private final LoadedData data;
  private final ResidentRows rows;
  private final Opened opened;
  private final Incidence codes;
  private final Factorisation products;
  private final Projections projections;

  /**
   * Loads {@code y}.
   *
   * @param most directions, or columns, at once
   */
  WhitenedRows(Backend backend, Matrix y, int most, StopSignal stop) {
    this.backend = backend;
    this.stop = stop;
    this.most = most;
    data = new LoadedData(backend, y);
    rows = data.rows(limits(most), stop);
    opened = new Opened(rows, stop);
    codes = opened.open(new Incidence.Limits(most));
    products = opened.open(new Factorisation.Limits(most));
    projections = opened.open(new Projections.Limits(most));
  }

  private static List<Limits<?>> limits(int most) {
    return List.of(
        new Incidence.Limits(most), new Factorisation.Limits(most), new Projections.Limits(most));
  }

  /** Bytes that N×K whitened rows take with all that is open on them. */
  static long bytesNeeded(Backend backend, int rows, int k, int most) {
    return backend.bytesNeeded(rows, k, limits(most));
  }

  /** Asked during long work. */
  StopSignal stop() {
    return stop;
  }

  /** N. */
  int rows() {
    return rows.rows();
  }

  /** K. */
  int dimensions() {
    return rows.cols();
  }

  /** Most directions, or columns, at once. */
  int most() {
    return most;
  }

  /** Y Aᵀ for A (m×K). */
  Matrix project(Dense directions) {
    return projections.project(directions);
  }

  /** The best splits of the columns of Y Aᵀ for A (m×K), of which few are in memory at once. */
  List<BitVector> split(Dense directions) {
    int atOnce = TwoMeans.worthwhile(threads());
    List<BitVector> all = new ArrayList<>(directions.rows());
    for (int from = 0; from < directions.rows(); from += atOnce) {
      int to = Math.min(directions.rows(), from + atOnce);
      Dense some = directions.selectRows(IntStream.range(from, to).toArray());
      all.addAll(TwoMeans.split(project(some), threads(), stop));
    }
    return all;
  }

  /** Bytes on the host that splits of N rows along {@code directions} take. */
  static long splitBytes(Backend backend, int rows, int directions) {
    int threads = threads(backend);
    int atOnce = Math.min(directions, TwoMeans.worthwhile(threads));
    return (long) Float.BYTES * rows * atOnce + TwoMeans.bytesNeeded(rows, atOnce, threads);
  }

  /** Threads of this process that the backend may use. */
  int threads() {
    return threads(backend);
  }

  private static int threads(Backend backend) {
    return Math.max(1, backend.info().threads());
  }

  /** g(Y Aᵀ)ᵀ Y / N for A (m×K). */
  Dense weigh(Dense directions, Contrast contrast) {
    Dense sums = projections.weigh(directions, contrast);
    for (int i = 0; i < sums.values().length; i++) {
      sums.values()[i] /= rows();
    }
    return sums;
  }

  /** ZᵀY, m×K. */
  Dense cross(List<BitVector> columns) {
    codes.replace(BinaryMatrix.ofColumns(rows(), columns));
    return products.products(codes, 0).cross();
  }

  /** Y Qᵀ for orthonormal rows of Q (K'×K), which is white too. */
  WhitenedRows within(Dense basis) {
    return new WhitenedRows(backend, project(basis), most, stop);
  }

  @Override
  public void close() {
    opened.close();
    data.close();
  }
}
