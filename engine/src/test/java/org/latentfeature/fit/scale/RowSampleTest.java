package org.latentfeature.fit.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.Matrix;
import org.latentfeature.fit.LoadedData;

class RowSampleTest {

  private static final int ROWS = 60;

  /** Three draws of 20 of the 60 rows, the last of those that are left. */
  private static int[][] draws(long seed) {
    try (Backend backend = new ReferenceProvider().open(Resources.DEFAULT);
        LoadedData data = new LoadedData(backend, Matrix.allocate(ROWS, 2))) {
      RowSample sample = new RowSample(AllRows.of(data), seed);
      int[][] draws = {sample.numbers(20), sample.numbers(20), sample.numbers(20)};
      assertFalse(sample.has(1));
      return draws;
    }
  }

  @Test
  void noRowIsDrawnTwice() {
    Set<Integer> all = new HashSet<>();
    for (int[] draw : draws(3)) {
      int[] sorted = draw.clone();
      Arrays.sort(sorted);
      assertArrayEquals(sorted, draw);
      Arrays.stream(draw).forEach(all::add);
    }
    assertEquals(ROWS, all.size());
  }

  @Test
  void theSeedDecidesTheRows() {
    assertArrayEquals(draws(3)[0], draws(3)[0]);
    assertFalse(Arrays.equals(draws(3)[0], draws(4)[0]));
  }
}
