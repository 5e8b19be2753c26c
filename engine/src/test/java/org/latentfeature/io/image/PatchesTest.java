package org.latentfeature.io.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.latentfeature.io.image.Failures.assertSays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.data.Matrix;

class PatchesTest {

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "8, 8, 8", "8, 9, 8", "9, 8, 8", "13, 17, 3", "11, 7, 1"})
  void everyPatchIsWhereItsNumberSays(int rows, int cols, int size) {
    Plane plane = Drawings.levels(rows, cols, 255, 1, 3);
    Patches patches = new Patches(plane, size, PatchMean.KEPT);
    assertEquals((rows - size + 1) * (cols - size + 1), patches.count());
    Matrix all = Matrix.allocate(patches.count(), size * size);
    float[] means = new float[patches.count()];
    patches.copy(0, patches.count(), all, means);
    for (int top = 0; top < patches.down(); top++) {
      for (int left = 0; left < patches.across(); left++) {
        int number = top * patches.across() + left;
        assertEquals(0, means[number]);
        for (int i = 0; i < size; i++) {
          for (int j = 0; j < size; j++) {
            assertEquals(plane.get(top + i, left + j), all.get(number, i * size + j));
          }
        }
      }
    }
  }

  @Test
  void listedPatchesAreThoseOfTheRange() {
    Patches patches = new Patches(Drawings.noise(13, 17, 100, 20, 1), 5, PatchMean.REMOVED);
    Matrix range = Matrix.allocate(patches.count(), 25);
    float[] rangeMeans = new float[patches.count()];
    patches.copy(0, patches.count(), range, rangeMeans);
    int[] which = {patches.count() - 1, 0, 40, 40};
    Matrix listed = Matrix.allocate(5, 25);
    float[] means = new float[5];
    patches.copy(which, listed, means);
    float[] a = new float[25];
    float[] b = new float[25];
    for (int n = 0; n < which.length; n++) {
      listed.getRow(n, a);
      range.getRow(which[n], b);
      assertArrayEquals(b, a);
      assertEquals(rangeMeans[which[n]], means[n]);
    }
    assertEquals(0, means[4], "rows beyond the list are left alone");
  }

  @Test
  void theMeanIsTakenOffAndHandedOver() {
    Plane plane = Drawings.noise(9, 11, 100, 20, 2);
    Patches kept = new Patches(plane, 4, PatchMean.KEPT);
    Patches removed = new Patches(plane, 4, PatchMean.REMOVED);
    float[] with = new float[16];
    float[] without = new float[16];
    for (int n = 0; n < kept.count(); n++) {
      assertEquals(0, kept.copy(n, with));
      float mean = removed.copy(n, without);
      double sum = 0;
      double left = 0;
      for (int p = 0; p < 16; p++) {
        sum += with[p];
        left += without[p];
        assertEquals(with[p], without[p] + mean, 1e-4);
      }
      assertEquals(sum / 16, mean, 1e-4);
      assertEquals(0, left, 1e-3);
    }
  }

  @Test
  void patchesLargerThanThePictureSayTheWayOut() {
    assertSays(
        () -> new Patches(new Plane(7, 100), 8, PatchMean.REMOVED),
        "7×100",
        "8×8",
        "a smaller side");
    assertSays(() -> new Patches(new Plane(100, 7), 8, PatchMean.REMOVED), "100×7");
    assertThrows(
        IllegalArgumentException.class, () -> new Patches(new Plane(3, 3), 0, PatchMean.KEPT));
  }

  @Test
  void numbersAndShapesAreChecked() {
    Patches patches = new Patches(new Plane(4, 4), 3, PatchMean.KEPT);
    Matrix good = Matrix.allocate(4, 9);
    Matrix wrong = Matrix.allocate(4, 8);
    float[] means = new float[4];
    assertThrows(IllegalArgumentException.class, () -> patches.copy(1, 4, good, means));
    assertThrows(IllegalArgumentException.class, () -> patches.copy(-1, 1, good, means));
    assertThrows(IllegalArgumentException.class, () -> patches.copy(0, 4, wrong, means));
  }
}
