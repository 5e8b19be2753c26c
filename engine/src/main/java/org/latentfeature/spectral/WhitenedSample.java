package org.latentfeature.spectral;

import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Contrast;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Projections;
import org.latentfeature.step.ResidentRows;

/** The rows of X in whitened coordinates, Y = X Q (N×K), on a device of their own. */
final class WhitenedSample implements AutoCloseable {

  /** Directions seen at once when candidates are scored. */
  static final int DIRECTIONS = 64;

  private final MomentWhitening whitening;
  private final double[] mean;
  private final LoadedData data;
  private final ResidentRows rows;
  private final Projections projections;

  /** Projects {@code from}, the rows of these {@code moments}, and loads what comes of it. */
  WhitenedSample(
      Backend backend,
      ResidentRows from,
      RowMoments moments,
      MomentWhitening whitening,
      StopSignal stop) {
    this.whitening = whitening;
    int k = whitening.size();
    Dense q = whitening.directions();
    mean = new double[k];
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < q.cols(); j++) {
        mean[i] += q.get(i, j) * moments.mean()[j];
      }
    }
    Matrix y;
    try (Projections steps = from.open(new Projections.Limits(k), stop)) {
      y = steps.project(q);
    }
    data = new LoadedData(backend, y);
    rows = data.rows(limits(k), stop);
    projections = rows.open(new Projections.Limits(most(k)), stop);
  }

  private static int most(int k) {
    return Math.max(DIRECTIONS, k * (k + 1) / 2);
  }

  private static List<Limits<?>> limits(int k) {
    return List.of(new Projections.Limits(most(k)));
  }

  /** Most bytes that it takes for N×D rows beside them on the device. */
  static long bytesNeeded(Backend backend, int rows, int cols, int k) {
    long projecting =
        backend.bytesNeeded(rows, cols, List.of(new Projections.Limits(k)))
            - backend.bytesNeeded(rows, cols, List.of());
    return Math.max(projecting, backend.bytesNeeded(rows, k, limits(k)));
  }

  /**
   * The third moment of the whitened rows less what noise adds to it, from sums over squares along
   * e_i and e_i + e_j (polarisation).
   *
   * @param variance σ²
   */
  SymmetricTensor tensor(double variance) {
    int k = whitening.size();
    Dense directions = new Dense(k * (k + 1) / 2, k);
    for (int i = 0, d = 0; i < k; i++) {
      for (int j = i; j < k; j++, d++) {
        directions.set(d, i, 1);
        directions.set(d, j, 1);
      }
    }
    Dense sums = projections.weigh(directions, Contrast.SQUARE);
    int[][] place = new int[k][k];
    for (int i = 0, d = 0; i < k; i++) {
      for (int j = i; j < k; j++, d++) {
        place[i][j] = d;
      }
    }
    return new SymmetricTensor(
        k,
        (i, j, l) -> {
          double raw = sums.get(place[i][j], l);
          if (i != j) {
            raw = (raw - sums.get(place[i][i], l) - sums.get(place[j][j], l)) / 2;
          }
          return raw / rows.rows() - variance * noise(i, j, l);
        });
  }

  /** q_i G_jl + q_j G_il + q_l G_ij with G = QᵀQ, which is diagonal. */
  private double noise(int i, int j, int l) {
    return (j == l ? mean[i] / whitening.values()[j] : 0)
        + (i == l ? mean[j] / whitening.values()[l] : 0)
        + (i == j ? mean[l] / whitening.values()[i] : 0);
  }

  /** Y Aᵀ for {@code directions} A (m×K, m at most {@link #DIRECTIONS}). */
  Matrix project(Dense directions) {
    return projections.project(directions);
  }

  @Override
  public void close() {
    projections.close();
    data.close();
  }
}
