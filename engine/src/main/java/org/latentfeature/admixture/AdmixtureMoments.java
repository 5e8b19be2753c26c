package org.latentfeature.admixture;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.Orthonormal;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.linalg.SymmetricEigen;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.spectral.SymmetricTensor;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/**
 * The first moments of noise that is independent between columns but has a variance of the value's
 * own, so that only entries of distinct indices are those of the signal (Jain &amp; Oh 2014): the
 * others of M = E[xxᵀ] are completed to rank K, and T_w = T(Q, Q, Q) is what fits those of T best.
 */
final class AdmixtureMoments {

  /** The diagonal moves no more. */
  private static final double SETTLED = 1e-12;

  private static final int MOST_STEPS = 1000;

  /** Pivots below this share of the largest are linear dependences. */
  private static final double DEPENDENT = 1e-12;

  private final Dense loadings;
  private final SymmetricTensor tensor;

  private AdmixtureMoments(Dense loadings, SymmetricTensor tensor) {
    this.loadings = loadings;
    this.tensor = tensor;
  }

  /**
   * Computes the moments of {@code data}, N×D, whose entries are between 0 and 1.
   *
   * @param k K, less than D
   * @throws IllegalArgumentException if M, completed, has no K eigenvalues above 0
   */
  static AdmixtureMoments of(LoadedData data, int k, StopSignal stop) {
    Matrix x = data.x();
    Dense second = gram(data.rows(List.of(new Moments.Limits()), stop), stop);
    Completed completed = completed(second, k, stop);
    double[] values = completed.values();
    for (int a = 0; a < k; a++) {
      double value = a < values.length ? values[a] : 0;
      if (!(value > 0)) {
        throw new IllegalArgumentException(
            ("eigenvalue %d of the second moment, completed to rank %d, is %.3g and not above 0: "
                    + "pass fewer populations")
                .formatted(a + 1, k, value));
      }
    }
    Dense loadings = completed.vectors();
    for (int a = 0; a < k; a++) {
      for (int j = 0; j < x.cols(); j++) {
        loadings.set(a, j, loadings.get(a, j) * Math.sqrt(values[a]));
      }
    }
    return new AdmixtureMoments(loadings, tensor(data.backend(), x, second, loadings, stop));
  }

  /** Λ^½Vᵀ (K×D), with M ≈ its own Gram matrix. */
  Dense loadings() {
    return loadings;
  }

  /** T_w, K×K×K. */
  SymmetricTensor tensor() {
    return tensor;
  }

  private static Dense gram(ResidentRows rows, StopSignal stop) {
    try (Moments moments = rows.open(new Moments.Limits(), stop)) {
      Dense gram = moments.columnGram();
      for (int p = 0; p < gram.values().length; p++) {
        gram.values()[p] /= rows.rows();
      }
      return gram;
    }
  }

  /**
   * Orthonormal rows B (K×D) and S (K×K) of the part BᵀSB of rank K whose entries off the diagonal
   * are those of M; fewer rows where M is of a lower rank. By orthogonal iteration, in which the
   * diagonal takes part.
   */
  static Completed completed(Dense second, int k, StopSignal stop) {
    Dense m = second.copy();
    int d = m.rows();
    Dense basis = SymmetricEigen.leading(m, k, stop::check).vectors();
    for (int step = 0; ; step++) {
      stop.check();
      basis = Orthonormal.rows(basis.times(m), 0);
      Dense core = basis.times(m).timesTransposed(basis);
      Dense part = core.times(basis);
      double moved = 0;
      for (int i = 0; i < d; i++) {
        double entry = 0;
        for (int a = 0; a < basis.rows(); a++) {
          entry += basis.get(a, i) * part.get(a, i);
        }
        moved = Math.max(moved, Math.abs(entry - m.get(i, i)));
        m.set(i, i, entry);
      }
      if (moved <= SETTLED || step == MOST_STEPS) {
        return new Completed(basis, core);
      }
    }
  }

  /** BᵀSB. */
  record Completed(Dense basis, Dense core) {

    /** Its eigenvalues. */
    double[] values() {
      return eigen().values();
    }

    /** Its eigenvectors, a row each. */
    Dense vectors() {
      return eigen().vectors().times(basis);
    }

    private SymmetricEigen eigen() {
      return SymmetricEigen.leading(core, core.rows(), () -> {});
    }
  }

  /**
   * The least-squares solution of kron(K'_i, K'_j) T_w = T(e_i, e_j, ·) K'_J⁺ over all i ≠ j, with
   * K' the loadings, K'_i their column, and J the other indices; then made symmetric. T appears in
   * sums over its last index and in entries that have an index twice, which are taken off.
   */
  private static SymmetricTensor tensor(
      Backend backend, Matrix x, Dense second, Dense loadings, StopSignal stop) {
    int k = loadings.rows();
    int d = loadings.cols();
    Dense[] along = new Dense[k];
    for (int a = 0; a < k; a++) {
      along[a] = weighted(backend, x, row(loadings, a), second, stop);
    }
    Dense repeated = repeated(backend, x, stop);
    Dense inner = loadings.timesTransposed(loadings);
    Dense left = new Dense(k * k, k * k);
    Dense right = new Dense(k * k, k);
    Dense target = new Dense(k, 1);
    for (int i = 0; i < d; i++) {
      stop.check();
      for (int j = 0; j < d; j++) {
        if (i == j) {
          continue;
        }
        Dense others = inner.copy();
        for (int a = 0; a < k; a++) {
          target.set(
              a,
              0,
              along[a].get(i, j)
                  - repeated.get(i, j) * loadings.get(a, i)
                  - repeated.get(j, i) * loadings.get(a, j));
          for (int b = 0; b < k; b++) {
            double both =
                loadings.get(a, i) * loadings.get(b, i) + loadings.get(a, j) * loadings.get(b, j);
            others.set(a, b, others.get(a, b) - both);
          }
        }
        Dense solved = PivotedCholesky.of(others, DEPENDENT).solve(target);
        for (int a = 0; a < k; a++) {
          for (int b = 0; b < k; b++) {
            double ab = loadings.get(a, i) * loadings.get(b, j);
            for (int c = 0; c < k; c++) {
              right.set(a * k + b, c, right.get(a * k + b, c) + ab * solved.get(c, 0));
              for (int e = 0; e < k; e++) {
                double ce = loadings.get(c, i) * loadings.get(e, j);
                left.set(a * k + b, c * k + e, left.get(a * k + b, c * k + e) + ab * ce);
              }
            }
          }
        }
      }
    }
    Dense t = PivotedCholesky.of(left, DEPENDENT).solve(right);
    return new SymmetricTensor(
        k,
        (a, b, c) ->
            (t.get(a * k + b, c)
                    + t.get(b * k + a, c)
                    + t.get(a * k + c, b)
                    + t.get(c * k + a, b)
                    + t.get(b * k + c, a)
                    + t.get(c * k + b, a))
                / 6);
  }

  private static double[] row(Dense a, int i) {
    return Arrays.copyOfRange(a.values(), i * a.cols(), (i + 1) * a.cols());
  }

  /** E[(a·x) xxᵀ], as the Gram matrix of rows times roots of weights that are made positive. */
  private static Dense weighted(
      Backend backend, Matrix x, double[] direction, Dense second, StopSignal stop) {
    float[] row = new float[x.cols()];
    double[] weights = new double[x.rows()];
    double least = 0;
    for (int n = 0; n < weights.length; n++) {
      x.getRow(n, row);
      for (int j = 0; j < row.length; j++) {
        weights[n] += direction[j] * row[j];
      }
      least = Math.min(least, weights[n]);
    }
    Matrix rooted = Matrix.allocate(x.rows(), x.cols());
    for (int n = 0; n < weights.length; n++) {
      x.getRow(n, row);
      float root = (float) Math.sqrt(weights[n] - least);
      for (int j = 0; j < row.length; j++) {
        row[j] *= root;
      }
      rooted.setRow(n, row);
    }
    Dense gram = ofRows(backend, rooted, stop);
    for (int p = 0; p < gram.values().length; p++) {
      gram.values()[p] += least * second.values()[p];
    }
    return gram;
  }

  /** E[x_i² x_j], D×D, from the Gram matrix of x and x² side by side. */
  private static Dense repeated(Backend backend, Matrix x, StopSignal stop) {
    int d = x.cols();
    Matrix both = Matrix.allocate(x.rows(), 2 * d);
    float[] row = new float[d];
    float[] wide = new float[2 * d];
    for (int n = 0; n < x.rows(); n++) {
      x.getRow(n, row);
      for (int j = 0; j < d; j++) {
        wide[j] = row[j];
        wide[d + j] = row[j] * row[j];
      }
      both.setRow(n, wide);
    }
    Dense gram = ofRows(backend, both, stop);
    Dense repeated = new Dense(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        repeated.set(i, j, gram.get(d + i, j));
      }
    }
    return repeated;
  }

  private static Dense ofRows(Backend backend, Matrix rows, StopSignal stop) {
    try (LoadedData loaded = new LoadedData(backend, rows)) {
      return gram(loaded.rows(List.of(new Moments.Limits()), stop), stop);
    }
  }
}
