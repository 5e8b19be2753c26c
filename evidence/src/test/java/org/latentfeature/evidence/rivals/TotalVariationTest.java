package org.latentfeature.evidence.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.evidence.rivals.TotalVariation.Norm;
import org.latentfeature.io.image.Plane;

class TotalVariationTest {

  /** {@code left} columns of 0, then {@code right} of {@code height}. */
  private static Plane step(int rows, int left, int right, float height) {
    Plane plane = new Plane(rows, left + right);
    for (int i = 0; i < rows; i++) {
      for (int j = left; j < left + right; j++) {
        plane.set(i, j, height);
      }
    }
    return plane;
  }

  private static double objective(Plane u, Plane g, Norm norm, double lambda) {
    double sum = 0;
    for (int i = 0; i < u.rows(); i++) {
      for (int j = 0; j < u.cols(); j++) {
        double down = i + 1 < u.rows() ? u.get(i + 1, j) - u.get(i, j) : 0;
        double across = j + 1 < u.cols() ? u.get(i, j + 1) - u.get(i, j) : 0;
        double off = u.get(i, j) - g.get(i, j);
        double length =
            norm == Norm.ISOTROPIC ? Math.hypot(down, across) : Math.abs(down) + Math.abs(across);
        sum += length + off * off / (2 * lambda);
      }
    }
    return sum;
  }

  /** Both sides come nearer, by λ over their widths. */
  @ParameterizedTest
  @EnumSource
  void aStepIsLoweredAsMuchAsIsKnown(Norm norm) {
    Plane u = TotalVariation.minimise(step(3, 4, 8, 100), norm, 20, StopSignal.NEVER);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 12; j++) {
        assertEquals(j < 4 ? 20 / 4.0 : 100 - 20 / 8.0, u.get(i, j), .1, i + ", " + j);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingNearIsBetter(Norm norm) {
    RandomStream random = new RandomStream(2, "near");
    Plane g = step(12, 6, 9, 80);
    g.addNoise(15, random);
    Plane u = TotalVariation.minimise(g, norm, 12, StopSignal.NEVER);
    double least = objective(u, g, norm, 12);
    assertTrue(least < objective(g, g, norm, 12));
    Norm other = norm == Norm.ISOTROPIC ? Norm.ANISOTROPIC : Norm.ISOTROPIC;
    Plane others = TotalVariation.minimise(g, other, 12, StopSignal.NEVER);
    assertTrue(objective(others, g, norm, 12) > least * (1 + 1e-4));
    for (int trial = 0; trial < 200; trial++) {
      Plane near = u.copy();
      near.addNoise(trial % 2 == 0 ? .5 : 5, random);
      assertTrue(objective(near, g, norm, 12) > least * (1 - 1e-4), "trial " + trial);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsRemovedHasTheDeviationOfTheNoise(Norm norm) {
    Plane noisy = step(40, 20, 30, 100);
    noisy.addNoise(10, new RandomStream(4, "noise"));
    Plane u = TotalVariation.denoise(noisy, norm, 10, StopSignal.NEVER);
    double sum = 0;
    for (int i = 0; i < noisy.values().length; i++) {
      sum += Math.pow(noisy.values()[i] - u.values()[i], 2);
    }
    assertEquals(10, Math.sqrt(sum / noisy.values().length), .01);
  }

  @Test
  void ifAllMayBeNoiseTheMeanIsLeft() {
    Plane u = TotalVariation.denoise(step(5, 3, 3, 8), Norm.ISOTROPIC, 50, StopSignal.NEVER);
    for (float value : u.values()) {
      assertEquals(4, value, 1e-5);
    }
  }

  @Test
  void itCanBeStopped() {
    assertThrows(
        StoppedException.class,
        () -> TotalVariation.denoise(step(5, 3, 3, 90), Norm.ISOTROPIC, 5, () -> true));
  }
}
