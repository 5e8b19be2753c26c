package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SsimTest {

  private static final double C1 = 6.5025;
  private static final double C2 = 58.5225;

  @ParameterizedTest
  @CsvSource({"1, 1", "8, 9", "11, 11", "11, 12", "37, 23"})
  void equalPicturesHaveOne(int rows, int cols) {
    Plane x = random(rows, cols, 1);
    assertEquals(1, Ssim.of(x, x.copy()), 1e-12);
  }

  @Test
  void flatPicturesDifferByBrightnessAlone() {
    for (int[] pair : new int[][] {{0, 255}, {100, 120}, {3, 3}}) {
      double a = pair[0];
      double b = pair[1];
      double expected = (2 * a * b + C1) / (a * a + b * b + C1);
      assertEquals(expected, Ssim.of(flat(13, 17, pair[0]), flat(13, 17, pair[1])), 1e-9);
    }
  }

  @Test
  void oneWindowInClosedForm() {
    // A window of 1×2 has weights of one half: means 2 and 4, variances 1 and 4, covariance 2.
    Plane x = Plane.wrap(1, 2, new float[] {1, 3});
    Plane y = Plane.wrap(1, 2, new float[] {2, 6});
    double expected = (16 + C1) * (4 + C2) / ((20 + C1) * (5 + C2));
    assertEquals(expected, Ssim.of(x, y), 1e-12);
  }

  @ParameterizedTest
  @CsvSource({"11, 11", "17, 13", "12, 29"})
  void theThreeFactorsOverEveryWindow(int rows, int cols) {
    Plane x = random(rows, cols, 3);
    Plane y = random(rows, cols, 4);
    for (int p = 0; p < y.values().length; p++) {
      y.values()[p] = 0.7f * x.values()[p] + 0.3f * y.values()[p];
    }
    double sum = 0;
    for (int top = 0; top + 11 <= rows; top++) {
      for (int left = 0; left + 11 <= cols; left++) {
        sum += luminanceContrastStructure(x, y, top, left);
      }
    }
    assertEquals(sum / ((rows - 10) * (cols - 10)), Ssim.of(x, y), 1e-9);
    assertEquals(Ssim.of(x, y), Ssim.of(y, x), 1e-12);
  }

  @Test
  void invertedContrastIsBelowZeroAndNoiseBetween() {
    Plane x = random(31, 31, 5);
    Plane inverted = x.copy();
    Plane noisy = x.copy();
    SplittableRandom random = new SplittableRandom(6);
    for (int p = 0; p < x.values().length; p++) {
      inverted.values()[p] = 255 - x.values()[p];
      noisy.values()[p] += (float) (20 * random.nextGaussian());
    }
    assertTrue(Ssim.of(x, inverted) < -0.5);
    double withNoise = Ssim.of(x, noisy);
    assertTrue(withNoise > 0.5 && withNoise < 1);
  }

  @Test
  void coloursAreAveraged() {
    Plane a = random(12, 12, 1);
    Plane b = random(12, 12, 2);
    double one = Ssim.of(a, b);
    assertEquals(
        (one + 2) / 3,
        Ssim.of(Picture.colour(a, a, b, Depth.BITS_8), Picture.colour(b, a, b, Depth.BITS_8)),
        1e-12);
    assertThrows(
        IllegalArgumentException.class,
        () -> Ssim.of(Picture.colour(a, a, b, Depth.BITS_8), Picture.grey(a, Depth.BITS_8)));
    assertThrows(IllegalArgumentException.class, () -> Ssim.of(a, random(12, 13, 1)));
  }

  /** The paper's equations 6, 9 and 10, multiplied, in one window of 11×11. */
  private static double luminanceContrastStructure(Plane x, Plane y, int top, int left) {
    double mass = 0;
    double mx = 0;
    double my = 0;
    for (int i = 0; i < 11; i++) {
      for (int j = 0; j < 11; j++) {
        double w = weight(i, j);
        mass += w;
        mx += w * x.get(top + i, left + j);
        my += w * y.get(top + i, left + j);
      }
    }
    mx /= mass;
    my /= mass;
    double vx = 0;
    double vy = 0;
    double vxy = 0;
    for (int i = 0; i < 11; i++) {
      for (int j = 0; j < 11; j++) {
        double w = weight(i, j) / mass;
        double dx = x.get(top + i, left + j) - mx;
        double dy = y.get(top + i, left + j) - my;
        vx += w * dx * dx;
        vy += w * dy * dy;
        vxy += w * dx * dy;
      }
    }
    double deviations = Math.sqrt(vx) * Math.sqrt(vy);
    double luminance = (2 * mx * my + C1) / (mx * mx + my * my + C1);
    double contrast = (2 * deviations + C2) / (vx + vy + C2);
    double structure = (vxy + C2 / 2) / (deviations + C2 / 2);
    return luminance * contrast * structure;
  }

  private static double weight(int i, int j) {
    return Math.exp(-((i - 5) * (i - 5) + (j - 5) * (j - 5)) / 4.5);
  }

  private static Plane random(int rows, int cols, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Plane plane = new Plane(rows, cols);
    for (int p = 0; p < plane.values().length; p++) {
      plane.values()[p] = (float) (255 * random.nextDouble());
    }
    return plane;
  }

  private static Plane flat(int rows, int cols, float value) {
    Plane plane = new Plane(rows, cols);
    Arrays.fill(plane.values(), value);
    return plane;
  }
}
