package org.latentfeature.columns.subspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.Spectrum;
import org.latentfeature.step.Moments;
import org.latentfeature.step.ResidentRows;

final class WhiteningTest {

  /** The whitening of X by its {@code k} leading vectors. */
  static Whitening whiten(Matrix x, int k) {
    try (Backend backend = Backends.open("java", 1).backend();
        LoadedData data = new LoadedData(backend, x)) {
      ResidentRows rows = data.rows(List.of(new Moments.Limits()), StopSignal.NEVER);
      Spectrum spectrum = Spectrum.of(rows, backend.algebra(), StopSignal.NEVER);
      return Whitening.of(
          rows, spectrum, spectrum.leading(k), x.cols(), backend.algebra(), StopSignal.NEVER);
    }
  }

  private static double[] cross(Matrix y, BitVector z) {
    double[] sums = new double[y.cols()];
    for (int i = 0; i < y.rows(); i++) {
      for (int j = 0; j < sums.length && z.get(i); j++) {
        sums[j] += y.get(i, j);
      }
    }
    return sums;
  }

  /** From more rows than columns, and from fewer. */
  @ParameterizedTest
  @CsvSource({"200, 30", "60, 90"})
  void rowsBecomeWhiteAndCentred(int n, int d) {
    Matrix y = whiten(Planted.coins(n, d, 5, .01, .4, 1).x(), 5).y();
    Dense dense = y.toDense();
    Dense gram = dense.transpose().times(dense);
    for (int i = 0; i < 5; i++) {
      double sum = 0;
      for (int r = 0; r < n; r++) {
        sum += y.get(r, i);
      }
      assertEquals(0, sum, 1e-3);
      for (int j = 0; j < 5; j++) {
        assertEquals(i == j ? n : 0, gram.get(i, j), 1e-4 * n);
      }
    }
  }

  /** The expectation of equation (5) against what noise does, over many draws of it. */
  @ParameterizedTest
  @CsvSource({"200, 60", "60, 90"})
  void residualsOfTrueColumnsAreExpected(int n, int d) {
    double ratio = 0;
    int draws = 20;
    for (int draw = 0; draw < draws; draw++) {
      Planted planted = Planted.coins(n, d, 4, .5, .4, 50 + draw);
      Whitening whitening = whiten(planted.x(), 4);
      for (BitVector z : planted.z().columns()) {
        VerifiedColumn column = whitening.noise().oriented(z, cross(whitening.y(), z));
        ratio += column.residual() / column.expected() / (4 * draws);
        assertEquals(z, column.z(), "as it stands, not its complement");
      }
    }
    assertEquals(1, ratio, .15);
  }

  @Test
  void complementsAreTurned() {
    Planted planted = Planted.coins(200, 30, 4, .01, .3, 2);
    Whitening whitening = whiten(planted.x(), 4);
    BitVector z = planted.z().column(1);
    boolean[] turned = new boolean[z.length()];
    for (int i = 0; i < turned.length; i++) {
      turned[i] = !z.get(i);
    }
    BitVector complement = BitVector.of(turned);
    assertEquals(z, whitening.noise().oriented(complement, cross(whitening.y(), complement)).z());
  }

  @Test
  void randomColumnsAreFarFromWhatNoiseAllows() {
    Planted planted = Planted.coins(200, 30, 4, .5, .3, 3);
    Whitening whitening = whiten(planted.x(), 4);
    boolean[] any = new boolean[200];
    for (int i = 0; i < any.length; i++) {
      any[i] = CounterRandom.uniform(9, i, 0) < .3;
    }
    BitVector z = BitVector.of(any);
    VerifiedColumn column = whitening.noise().oriented(z, cross(whitening.y(), z));
    assertFalse(whitening.noise().isWithin(column));
  }

  @Test
  void theConstantColumnIsSeen() {
    Planted with =
        Planted.of(200, 30, 4, .01, 4, (i, c) -> c == 0 || CounterRandom.uniform(8, i, c) < .3);
    Whitening whitening = whiten(with.x(), 4);
    assertNotNull(whitening.constant());
    assertEquals(3, whitening.y().cols());
    assertNull(whiten(Planted.coins(200, 30, 4, .01, .3, 5).x(), 4).constant());
  }
}
