package org.latentfeature.columns.vertex;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.LeadingEigenvectors;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * The span of the k leading left singular vectors of X, or of X − m1ᵀ shifted by the mean m of X's
 * columns; to working precision even without a gap after the k-th singular value.
 */
public final class LeadingSpan {

  /** A smaller share of ‖X‖² outside is what rounding X to single precision leaves. */
  private static final double NOISELESS = 1e-11;

  /** Squared singular values below this share of the largest are rounding errors of X. */
  private static final double RANK = 1e-13;

  /** A column of zeros and ones of which no more than this share is new is no new one. */
  private static final double INDEPENDENT = 1e-9;

  private static final long SEED = 0x59a;

  private final Dense basis;
  private final double[] shift;
  private final double rest;

  /**
   * A span.
   *
   * @param basis orthonormal columns, N×k
   * @param shift m, N entries; 0 for a linear span
   * @param rest the share of ‖X‖², or of ‖X − m1ᵀ‖², outside
   */
  private LeadingSpan(Dense basis, double[] shift, double rest) {
    this.basis = basis;
    this.shift = shift;
    this.rest = rest;
  }

  /**
   * The linear span of {@code rows}.
   *
   * @param spectrum theirs
   * @param k 1 … min(N, D)
   * @throws IllegalArgumentException naming the singular value after the rank, if that is below k
   */
  public static LeadingSpan linear(
      Backend backend, ResidentRows rows, Spectrum spectrum, int k, StopSignal stop) {
    return of(backend, rows, spectrum, k, new double[rows.rows()], "X", stop);
  }

  /**
   * The affine span of {@code x}'s columns, which goes through their mean.
   *
   * @param x N×D
   * @param k dimensions, 1 … min(N, D − 1)
   * @throws IllegalArgumentException as {@link #linear} does
   */
  public static LeadingSpan affine(Backend backend, Matrix x, int k, StopSignal stop) {
    double[] mean = new double[x.rows()];
    Matrix centred = Matrix.allocate(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (float entry : row) {
        mean[i] += entry / (double) row.length;
      }
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) (row[j] - mean[i]);
      }
      centred.setRow(i, row);
    }
    try (LoadedData data = new LoadedData(backend, centred)) {
      ResidentRows rows = data.rows(List.of(), stop);
      Spectrum spectrum = Spectrum.of(rows, backend.algebra(), stop);
      return of(backend, rows, spectrum, k, mean, "X minus the mean of each row", stop);
    }
  }

  /**
   * The span of the columns of {@code z}, of which at least one is not 0.
   *
   * @param z N×K
   */
  public static LeadingSpan columns(BinaryMatrix z) {
    int n = z.rows();
    int k = z.cols();
    Dense columns = new Dense(k, n);
    for (int c = 0; c < k; c++) {
      BitVector column = z.column(c);
      for (int i = column.next(0); i < n; i = column.next(i + 1)) {
        columns.set(c, i, 1);
      }
    }
    Dense basis = Orthonormal.rows(columns, INDEPENDENT);
    return new LeadingSpan(basis.transpose(), new double[z.rows()], 0);
  }

  private static LeadingSpan of(
      Backend backend,
      ResidentRows rows,
      Spectrum spectrum,
      int k,
      double[] shift,
      String name,
      StopSignal stop) {
    Dense gram = spectrum.gram();
    Dense vectors =
        LeadingEigenvectors.of(
            gram, k, i -> CounterRandom.normal(SEED, i, 0), backend.algebra(), stop::check);
    Dense image = backend.algebra().multiply(vectors, gram);
    double[] squares = new double[k];
    double inside = 0;
    for (int i = 0; i < k; i++) {
      squares[i] = image.rowDot(i, vectors, i);
      inside += squares[i];
    }
    requireRank(squares, name);
    double total = 0;
    for (int i = 0; i < gram.rows(); i++) {
      total += gram.get(i, i);
    }
    Dense basis =
        spectrum.isOfRows()
            ? vectors
            : Orthonormal.rows(projected(rows, vectors, stop).transpose(), 0);
    return new LeadingSpan(basis.transpose(), shift, Math.max(0, 1 - inside / total));
  }

  /**
   * Bytes besides N×D rows.
   *
   * @param k dimensions
   */
  public static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    long gram = (long) Double.BYTES * Math.min(rows, cols) * Math.min(rows, cols);
    return gram
        + backend.bytesNeeded(rows, cols, List.of(new Projections.Limits(k)))
        - backend.bytesNeeded(rows, cols, List.of());
  }

  private static void requireRank(double[] squares, String name) {
    int k = squares.length;
    int rank = 0;
    while (rank < k && squares[rank] > RANK * squares[0]) {
      rank++;
    }
    if (rank < k) {
      throw new IllegalArgumentException(
          ("singular value %d of %s is %.3g, 0 within rounding: its rank is %d; fit at most "
                  + "that many features")
              .formatted(rank + 1, name, Math.sqrt(Math.max(0, squares[rank])), rank));
    }
  }

  /** X Vᵀ, N×k. */
  private static Dense projected(ResidentRows rows, Dense vectors, StopSignal stop) {
    try (Projections step = rows.open(new Projections.Limits(vectors.rows()), stop)) {
      Matrix projected = step.project(vectors);
      Dense out = new Dense(projected.rows(), projected.cols());
      float[] row = new float[projected.cols()];
      for (int i = 0; i < projected.rows(); i++) {
        projected.getRow(i, row);
        for (int j = 0; j < row.length; j++) {
          out.set(i, j, row[j]);
        }
      }
      return out;
    }
  }

  /** Its dimensions, k. */
  public int dimensions() {
    return basis.cols();
  }

  /** Up to {@code most} disjoint sets of rows that determine its points, the best first. */
  public List<RowSet> rowSets(int most) {
    return RowSet.disjoint(basis, shift, most);
  }

  /** The share of ‖X‖², or of ‖X − m1ᵀ‖², outside. */
  public double rest() {
    return rest;
  }

  /** Returns whether X has no noise except that of single precision. */
  public boolean isNoiseless() {
    return rest <= NOISELESS;
  }
}
