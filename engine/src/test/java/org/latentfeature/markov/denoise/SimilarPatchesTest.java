package org.latentfeature.markov.denoise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latentfeature.io.image.PatchMean;
import org.latentfeature.io.image.Patches;
import org.latentfeature.io.image.Plane;

class SimilarPatchesTest {

  /** Few whole levels, so that sums are exact and many distances equal. */
  private static Plane levels(int rows, int cols, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Plane plane = new Plane(rows, cols);
    for (int p = 0; p < plane.values().length; p++) {
      plane.values()[p] = random.nextInt(4);
    }
    return plane;
  }

  @ParameterizedTest
  @CsvSource({"20, 23, 8, 10, 4", "20, 23, 7, 10, 30", "9, 40, 3, 48, 5", "6, 6, 5, 3, 1"})
  void findsWhatAFullSearchFinds(int rows, int cols, int size, int most, int reach) {
    Patches patches = new Patches(levels(rows, cols, 1), size, PatchMean.KEPT);
    SimilarPatches group = new SimilarPatches(patches, most, reach);
    for (int top = 0; top < patches.down(); top++) {
      for (int left = 0; left < patches.across(); left++) {
        group.find(top, left);
        List<Integer> expected = fullSearch(patches, top, left, most, reach);
        List<Integer> actual = new ArrayList<>();
        for (int n = 0; n < group.count(); n++) {
          actual.add(group.number(n));
        }
        assertEquals(expected, actual);
      }
    }
  }

  @Test
  void theOnlyPatchIsItsOwnGroup() {
    SimilarPatches group =
        new SimilarPatches(new Patches(levels(8, 8, 2), 8, PatchMean.KEPT), 48, 16);
    group.find(0, 0);
    assertEquals(1, group.count());
    assertEquals(0, group.number(0));
  }

  @Test
  void aPatchAmongManyOfItsLikeIsInItsGroup() {
    Patches patches = new Patches(new Plane(30, 30), 4, PatchMean.KEPT);
    SimilarPatches group = new SimilarPatches(patches, 5, 10);
    group.find(20, 26);
    assertEquals(20 * patches.across() + 26, group.number(0));
  }

  private static List<Integer> fullSearch(Patches patches, int top, int left, int most, int reach) {
    List<Integer> near = new ArrayList<>();
    for (int i = 0; i < patches.down(); i++) {
      for (int j = 0; j < patches.across(); j++) {
        if (Math.abs(i - top) <= reach && Math.abs(j - left) <= reach) {
          near.add(i * patches.across() + j);
        }
      }
    }
    int reference = top * patches.across() + left;
    near.sort(
        Comparator.comparingDouble(n -> n == reference ? -1 : distance(patches, reference, n)));
    return near.subList(0, Math.min(most, near.size()));
  }

  private static double distance(Patches patches, int a, int b) {
    float[] x = new float[patches.entries()];
    float[] y = new float[patches.entries()];
    patches.copy(a, x);
    patches.copy(b, y);
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return sum;
  }
}
