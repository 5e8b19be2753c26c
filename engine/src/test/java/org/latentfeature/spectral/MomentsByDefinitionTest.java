package org.latentfeature.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

/** Moments and whitening against D×D×D tensors in double precision; and why features are pairs. */
class MomentsByDefinitionTest {

  private interface Looked<T> {
    T at(Backend backend, ResidentRows rows, RowMoments moments);
  }

  private static <T> T look(Matrix x, Looked<T> looked) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      ResidentRows rows = data.rows(List.of(new Moments.Limits()), StopSignal.NEVER);
      return looked.at(backend, rows, RowMoments.of(rows, x, StopSignal.NEVER));
    }
  }

  /** T(Q, Q, Q) of the whole third moment less its noise terms, entry by entry. */
  @Test
  void theWhitenedTensorIsThatOfTheWholeOne() {
    int n = 307;
    int d = 9;
    int k = 3;
    double variance = .09;
    Clipped problem = Clipped.of(n, d, k, 2, .3, 11);
    Dense x = problem.x().toDense();
    double[][][] t = new double[d][d][d];
    double[] mean = new double[d];
    Dense second = new Dense(d, d);
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < d; a++) {
        mean[a] += x.get(i, a) / n;
        for (int b = 0; b < d; b++) {
          second.set(a, b, second.get(a, b) + x.get(i, a) * x.get(i, b) / n);
          for (int c = 0; c < d; c++) {
            t[a][b][c] += x.get(i, a) * x.get(i, b) * x.get(i, c) / n;
          }
        }
      }
    }
    for (int a = 0; a < d; a++) {
      for (int b = 0; b < d; b++) {
        t[a][b][b] -= variance * mean[a];
        t[b][a][b] -= variance * mean[a];
        t[b][b][a] -= variance * mean[a];
      }
    }
    look(
        problem.x(),
        (backend, rows, moments) -> {
          assertArrayEquals(mean, moments.mean(), 1e-12);
          assertArrayEquals(second.values(), moments.second().values(), 1e-12);
          MomentWhitening whitening = MomentWhitening.of(moments, k, variance, StopSignal.NEVER);
          Dense q = whitening.directions();
          requireWhite(q, second, variance);
          try (WhitenedSample sample =
              new WhitenedSample(backend, rows, moments, whitening, StopSignal.NEVER)) {
            SymmetricTensor whitened = sample.tensor(variance);
            for (int i = 0; i < k; i++) {
              for (int j = 0; j < k; j++) {
                for (int l = 0; l < k; l++) {
                  double sum = 0;
                  for (int a = 0; a < d; a++) {
                    for (int b = 0; b < d; b++) {
                      for (int c = 0; c < d; c++) {
                        sum += t[a][b][c] * q.get(i, a) * q.get(j, b) * q.get(l, c);
                      }
                    }
                  }
                  // Y is kept in single precision.
                  assertEquals(sum, whitened.at(i, j, l), 3e-6);
                }
              }
            }
          }
          return whitening;
        });
  }

  /** Q (M − σ²I) Qᵀ = I. */
  private static void requireWhite(Dense q, Dense second, double variance) {
    Dense m = second.copy();
    for (int a = 0; a < m.rows(); a++) {
      m.set(a, a, m.get(a, a) - variance);
    }
    Dense white = q.times(m).timesTransposed(q);
    for (int i = 0; i < white.rows(); i++) {
      for (int j = 0; j < white.cols(); j++) {
        assertEquals(i == j ? 1 : 0, white.get(i, j), 1e-10);
      }
    }
  }

  /**
   * Section 1 of docs/spectral.md, line by line, without noise: v_kᵀx = z_k; T(I, v, v) = M v; ‖y‖²
   * = vᵀMv = p_k; λ_k = 1/√p_k.
   */
  @Test
  void featuresAreEigenpairs() {
    int n = 503;
    int k = 4;
    Clipped problem = Clipped.of(n, 11, k, 2, 0, 7);
    Dense x = problem.x().toDense();
    Dense w = problem.w();
    Dense v = PivotedCholesky.of(w.timesTransposed(w), 1e-12).solve(w);
    Dense m = x.transpose().times(x);
    for (int f = 0; f < k; f++) {
      Dense t = v.selectRows(new int[] {f}).timesTransposed(x);
      double p = (double) problem.z().column(f).count() / n;
      double[] weighed = new double[11];
      double sum = 0;
      for (int i = 0; i < n; i++) {
        assertEquals(problem.z().get(i, f) ? 1 : 0, t.get(0, i), 1e-5);
        for (int j = 0; j < 11; j++) {
          weighed[j] += t.get(0, i) * t.get(0, i) * x.get(i, j) / n;
        }
      }
      for (int j = 0; j < 11; j++) {
        double image = 0;
        for (int l = 0; l < 11; l++) {
          image += m.get(j, l) * v.get(f, l) / n;
        }
        assertEquals(image, weighed[j], 1e-5);
        sum += image * v.get(f, j);
      }
      assertEquals(p, sum, 1e-5);
    }
    List<Eigenpair> pairs =
        look(
            problem.x(),
            (backend, rows, moments) -> {
              MomentWhitening whitening = MomentWhitening.of(moments, k, 0, StopSignal.NEVER);
              try (WhitenedSample sample =
                  new WhitenedSample(backend, rows, moments, whitening, StopSignal.NEVER)) {
                return EigenpairSearch.of(
                        sample.tensor(0),
                        .9,
                        EigenpairSearch.Effort.UNTIL_IN_VAIN,
                        1,
                        1,
                        StopSignal.NEVER)
                    .pairs();
              }
            });
    for (int f = 0; f < k; f++) {
      double lambda = 1 / Math.sqrt((double) problem.z().column(f).count() / n);
      assertTrue(
          pairs.stream().anyMatch(pair -> Math.abs(pair.lambda() - lambda) < 1e-4),
          "a pair of λ = " + lambda);
    }
  }

  @Test
  void anEigenvalueThatIsNotAboveTheNoiseIsNamed() {
    Clipped problem = Clipped.of(200, 8, 2, 2, .1, 3);
    look(
        problem.x(),
        (backend, rows, moments) -> {
          MomentWhitening.of(moments, 2, .01, StopSignal.NEVER);
          IllegalArgumentException e =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> MomentWhitening.of(moments, 2, 25, StopSignal.NEVER));
          assertTrue(String.valueOf(e.getMessage()).startsWith("eigenvalue 1 of"), e::getMessage);
          return e;
        });
  }

  /** Sums in single precision against a loop in double, for many rows. */
  @Test
  void sumsOfManyRowsArePrecise() {
    Clipped problem = Clipped.of(20011, 12, 5, 2, .4, 4);
    double variance = .16;
    look(
        problem.x(),
        (backend, rows, moments) -> {
          MomentWhitening whitening = MomentWhitening.of(moments, 5, variance, StopSignal.NEVER);
          Dense y = problem.x().toDense().timesTransposed(whitening.directions());
          try (WhitenedSample sample =
              new WhitenedSample(backend, rows, moments, whitening, StopSignal.NEVER)) {
            SymmetricTensor found = sample.tensor(0);
            for (int i = 0; i < 5; i++) {
              for (int j = 0; j <= i; j++) {
                int a = i;
                int b = j;
                double sum =
                    IntStream.range(0, y.rows())
                        .mapToDouble(r -> y.get(r, a) * y.get(r, b) * y.get(r, 4))
                        .sum();
                assertEquals(sum / y.rows(), found.at(i, j, 4), 1e-5);
              }
            }
          }
          return whitening;
        });
  }
}
