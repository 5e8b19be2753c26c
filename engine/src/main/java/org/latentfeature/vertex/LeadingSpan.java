package org.latentfeature.vertex;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.linalg.Dense;
import org.latentfeature.linalg.LeadingEigenvectors;
import org.latentfeature.linalg.Orthonormal;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.random.CounterRandom;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/**
 * The span of the k leading left singular vectors of X, to working precision even where no gap
 * follows the k-th singular value.
 *
 * @param basis orthonormal columns, N×k
 * @param rest the share of ‖X‖² outside
 */
public record LeadingSpan(Dense basis, double rest) {

  /** A smaller share of ‖X‖² outside is what rounding X to single precision leaves. */
  private static final double NOISELESS = 1e-11;

  /** Squared singular values below this share of the largest are rounding errors of X. */
  private static final double RANK = 1e-13;

  private static final long SEED = 0x59a;

  /**
   * That of {@code rows}.
   *
   * @param spectrum theirs
   * @param k 1 … min(N, D)
   * @throws IllegalArgumentException naming the k-th singular value, if it is 0 within rounding
   */
  public static LeadingSpan of(
      Backend backend, ResidentRows rows, Spectrum spectrum, int k, StopSignal stop) {
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
    requireRank(squares);
    double total = 0;
    for (int i = 0; i < gram.rows(); i++) {
      total += gram.get(i, i);
    }
    Dense basis =
        spectrum.isOfRows()
            ? vectors
            : Orthonormal.rows(projected(rows, vectors, stop).transpose(), 0);
    return new LeadingSpan(basis.transpose(), Math.max(0, 1 - inside / total));
  }

  /**
   * Bytes that it takes beside N×D rows.
   *
   * @param k dimensions
   */
  public static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    long gram = (long) Double.BYTES * Math.min(rows, cols) * Math.min(rows, cols);
    return gram
        + backend.bytesNeeded(rows, cols, List.of(new Projections.Limits(k)))
        - backend.bytesNeeded(rows, cols, List.of());
  }

  private static void requireRank(double[] squares) {
    int k = squares.length;
    int rank = 0;
    while (rank < k && squares[rank] > RANK * squares[0]) {
      rank++;
    }
    if (rank < k) {
      throw new IllegalArgumentException(
          ("singular value %d of X is %.3g, which is 0 within rounding: X has rank %d; ask for at"
                  + " most that many features")
              .formatted(rank + 1, Math.sqrt(Math.max(0, squares[rank])), rank));
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

  /** Whether X has no noise but that of single precision. */
  public boolean isNoiseless() {
    return rest <= NOISELESS;
  }
}
