package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.latentfeature.data.Matrix;

class PatchAverageTest {

  @ParameterizedTest
  @EnumSource(PatchMean.class)
  void patchesPutBackMakeThePicture(PatchMean mean) {
    for (int[] shape : new int[][] {{1, 1, 1}, {8, 8, 8}, {8, 9, 8}, {9, 8, 8}, {31, 17, 7}}) {
      Plane plane = Drawings.noise(shape[0], shape[1], 100, 40, 1);
      Patches patches = new Patches(plane, shape[2], mean);
      PatchAverage average = new PatchAverage(patches);
      cutAndAdd(patches, 0, patches.count(), average);
      assertArrayEquals(plane.values(), average.average().values(), 1e-3f);
    }
  }

  @Test
  void overlapsAreAveraged() {
    // Two patches of 1×1 rows cannot overlap; a row of three pixels under two patches of side 2
    // can.
    Patches patches = new Patches(new Plane(2, 3), 2, PatchMean.REMOVED);
    Matrix estimates = Matrix.of(new float[][] {{1, 2, 3, 4}, {10, 20, 30, 40}});
    float[] means = {100, 200};
    PatchAverage average = new PatchAverage(patches);
    average.add(0, 2, estimates, means);
    assertArrayEquals(
        new float[] {101, (102 + 210) / 2f, 220, 103, (104 + 230) / 2f, 240},
        average.average().values());
    PatchAverage weighted = new PatchAverage(patches);
    weighted.add(0, 2, estimates, means, new float[] {1, 3});
    assertArrayEquals(
        new float[] {101, (102 + 3 * 210) / 4f, 220, 103, (104 + 3 * 230) / 4f, 240},
        weighted.average().values());
  }

  @Test
  void thePictureItselfMayCountAsOneMoreEstimate() {
    Plane noisy = Plane.wrap(2, 3, new float[] {1, 2, 3, 4, 5, 6});
    Patches patches = new Patches(noisy, 2, PatchMean.KEPT);
    PatchAverage average = new PatchAverage(patches);
    average.add(0, 2, Matrix.allocate(2, 4), new float[2]);
    // Zeros from one patch, or from two in the middle column.
    assertArrayEquals(
        new float[] {3 / 4f, 6 / 5f, 9 / 4f, 12 / 4f, 15 / 5f, 18 / 4f},
        average.blend(3).values(),
        1e-6f);
  }

  @ParameterizedTest
  @CsvSource({"31, 17, 7, 1", "31, 17, 7, 4", "40, 11, 3, 13", "8, 9, 8, 1"})
  void bandsAddUpToTheWhole(int rows, int cols, int size, int band) {
    Plane plane = Drawings.levels(rows, cols, 255, 1, 9);
    Patches patches = new Patches(plane, size, PatchMean.KEPT);
    PatchAverage whole = new PatchAverage(patches);
    PatchAverage merged = new PatchAverage(patches);
    cutAndAdd(patches, 0, patches.count(), whole);
    for (int from = 0; from < patches.down(); from += band) {
      int to = Math.min(patches.down(), from + band);
      PatchAverage part = new PatchAverage(patches, from, to);
      cutAndAdd(patches, from * patches.across(), (to - from) * patches.across(), part);
      merged.add(part);
    }
    // Whole numbers: sums are exact in any order.
    assertArrayEquals(whole.average().values(), merged.average().values());
    assertArrayEquals(plane.values(), merged.average().values());
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Patches patches = new Patches(new Plane(9, 9), 4, PatchMean.KEPT);
    PatchAverage whole = new PatchAverage(patches);
    PatchAverage band = new PatchAverage(patches, 2, 4);
    Matrix zeros = Matrix.allocate(36, 16);
    float[] means = new float[36];
    assertThrows(IllegalArgumentException.class, () -> band.add(11, 1, zeros, means));
    assertThrows(IllegalArgumentException.class, () -> band.add(12, 13, zeros, means));
    assertThrows(IllegalArgumentException.class, () -> whole.add(-1, 1, zeros, means));
    assertThrows(IllegalArgumentException.class, () -> band.add(whole));
    assertThrows(
        IllegalArgumentException.class,
        () -> whole.add(new PatchAverage(new Patches(new Plane(9, 9), 4, PatchMean.KEPT))));
    assertThrows(IllegalArgumentException.class, () -> new PatchAverage(patches, 3, 3));
    assertThrows(IllegalArgumentException.class, () -> new PatchAverage(patches, 0, 7));
    assertThrows(IllegalStateException.class, band::average);
    assertThrows(IllegalStateException.class, whole::average);
    whole.add(0, 1, zeros, means);
    assertThrows(IllegalStateException.class, whole::average);
    assertEquals(0, whole.blend(1).get(8, 8));
  }

  private static void cutAndAdd(Patches patches, int from, int count, PatchAverage average) {
    Matrix x = Matrix.allocate(count, patches.entries());
    float[] means = new float[count];
    patches.copy(from, count, x, means);
    average.add(from, count, x, means);
  }
}
