package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.latentfeature.io.image.Failures.assertSays;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseLevelTest {

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 1, 10, 50})
  void noiseOnNothing(double sigma) {
    for (long seed = 1; seed <= 2; seed++) {
      Plane plane = Drawings.noise(211, 197, 100, sigma, seed);
      assertEquals(1, NoiseLevel.of(plane) / sigma, 0.03);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {5, 10, 20})
  void noiseOnShapesAndTextures(double sigma) {
    for (long seed = 1; seed <= 2; seed++) {
      Plane plane = scene(251, 263);
      Plane noise = Drawings.noise(251, 263, 0, sigma, seed);
      add(noise, plane);
      assertEquals(1, NoiseLevel.of(plane) / sigma, 0.05);
      // What a deviation from the mean, or of differences, would take for noise.
      assertTrue(deviation(plane) > 2 * sigma);
    }
  }

  @Test
  void largePicturesAreJudgedByEvenlySpreadPatches() {
    // More patches than are taken: were it the first, they would know the noise of the top alone.
    Plane plane = Drawings.noise(523, 307, 0, 8, 5);
    Plane top = Drawings.noise(523, 307, 0, 60, 6);
    System.arraycopy(top.values(), 0, plane.values(), 0, 240 * 307);
    assertEquals(8, NoiseLevel.of(plane), 0.3);
  }

  @ParameterizedTest
  @CsvSource({"16, 15, 0.4", "13, 31, 0.4", "31, 33, 0.2", "101, 11, 0.2", "67, 61, 0.06"})
  void smallPictures(int rows, int cols, double tolerance) {
    for (long seed = 1; seed <= 5; seed++) {
      double level = NoiseLevel.of(Drawings.noise(rows, cols, 50, 10, seed));
      assertEquals(1, level / 10, tolerance);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "8, 8", "8, 9", "5, 1000", "15, 15"})
  void tooSmallToTell(int rows, int cols) {
    assertSays(
        () -> NoiseLevel.of(Drawings.noise(rows, cols, 0, 1, 1)), rows + "×" + cols, "give sigma");
  }

  @Test
  void picturesWithoutNoiseHaveLevelZero() {
    for (float value : new float[] {0, 0.1f, 255, -1e6f}) {
      Plane flat = new Plane(40, 43);
      Arrays.fill(flat.values(), value);
      assertEquals(0, NoiseLevel.of(flat));
    }
    Plane halves = new Plane(64, 64);
    Plane ramp = new Plane(64, 64);
    for (int i = 0; i < 64; i++) {
      for (int j = 0; j < 64; j++) {
        halves.set(i, j, j < 30 ? 17.3f : 201.9f);
        ramp.set(i, j, 2 * i + 3 * j);
      }
    }
    assertEquals(0, NoiseLevel.of(halves));
    assertEquals(0, NoiseLevel.of(ramp));
  }

  /** Of pictures of known noise, a part loses it: as without the part, whatever its value. */
  @Tag("whole")
  @ParameterizedTest
  @CsvSource({
    "border, 0",
    "border, 255",
    "border, 100",
    "line, 0",
    "block, 0",
    "block, 128",
    "half, 0"
  })
  void aConstantPartDoesNotLowerTheLevel(String part, float value) {
    for (double sigma : new double[] {2, 10, 25}) {
      for (boolean rounded : new boolean[] {false, true}) {
        Plane plane = scene(151, 163);
        add(Drawings.noise(151, 163, 0, sigma, 7), plane);
        if (rounded) {
          round(plane);
        }
        double whole = NoiseLevel.of(plane);
        erase(plane, part, value);
        assertEquals(1, NoiseLevel.of(plane) / sigma, 0.1, part + " " + sigma);
        assertEquals(1, NoiseLevel.of(plane) / whole, 0.06, part + " " + sigma);
      }
    }
  }

  private static void round(Plane plane) {
    for (int p = 0; p < plane.values().length; p++) {
      plane.values()[p] = Math.round(plane.values()[p]);
    }
  }

  private static void erase(Plane plane, String part, float value) {
    int rows = plane.rows();
    int cols = plane.cols();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        boolean erased =
            switch (part) {
              case "border" -> Math.min(Math.min(i, rows - 1 - i), Math.min(j, cols - 1 - j)) < 8;
              case "line" -> i == 0;
              case "block" -> i >= 20 && i < 70 && j >= 30 && j < 80;
              default -> j >= cols / 2;
            };
        if (erased) {
          plane.set(i, j, value);
        }
      }
    }
  }

  @Test
  void whatVariesTooLittleHasLevelZero() {
    Plane plane = Drawings.noise(60, 60, 100, 10, 1);
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 60; j++) {
        if (i > 12 || j > 12) {
          plane.set(i, j, 0);
        }
      }
    }
    assertEquals(0, NoiseLevel.of(plane));
  }

  @Test
  void theLevelIsInThePlanesUnits() {
    Plane plane = Drawings.noise(80, 70, 100, 10, 3);
    Plane twice = plane.copy();
    for (int p = 0; p < twice.values().length; p++) {
      twice.values()[p] *= 2;
    }
    assertEquals(2 * NoiseLevel.of(plane), NoiseLevel.of(twice), 1e-9);
  }

  @Test
  void coloursByTheirMeanSquare() {
    Plane red = Drawings.noise(90, 90, 0, 3, 1);
    Plane green = Drawings.noise(90, 90, 0, 6, 2);
    Plane blue = Drawings.noise(90, 90, 0, 9, 3);
    double expected =
        Math.sqrt(
            (Math.pow(NoiseLevel.of(red), 2)
                    + Math.pow(NoiseLevel.of(green), 2)
                    + Math.pow(NoiseLevel.of(blue), 2))
                / 3);
    double level = NoiseLevel.of(Picture.colour(red, green, blue, Depth.BITS_8));
    assertEquals(expected, level, 1e-12);
    assertEquals(Math.sqrt((9 + 36 + 81) / 3.0), level, 0.2);
    assertEquals(NoiseLevel.of(red), NoiseLevel.of(Picture.grey(red, Depth.FLOAT)));
  }

  /** Shaded ground, a disc with a sharp edge, and stripes of several widths. */
  private static Plane scene(int rows, int cols) {
    Plane plane = new Plane(rows, cols);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        double value = 60 + 0.3 * i + 20 * Math.sin(j / 40.0);
        if (Math.hypot(i - 80, j - 90) < 50) {
          value = 200 - 0.5 * j;
        }
        if (i > 150 && j > 100) {
          value += 60 * Math.sin(i * (0.3 + j / 300.0)) * Math.sin(j * 0.7);
        }
        plane.set(i, j, (float) value);
      }
    }
    return plane;
  }

  private static void add(Plane what, Plane to) {
    for (int p = 0; p < to.values().length; p++) {
      to.values()[p] += what.values()[p];
    }
  }

  private static double deviation(Plane plane) {
    double sum = 0;
    double squares = 0;
    for (float v : plane.values()) {
      sum += v;
      squares += (double) v * v;
    }
    int n = plane.values().length;
    return Math.sqrt(squares / n - sum / n * (sum / n));
  }
}
