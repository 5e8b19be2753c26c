package org.latentfeature.study.many;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SyntheticProblem;

class ResampleTest {

  private static final int N = 1000;

  /** Row i of this matrix is i. */
  private static Matrix numbers() {
    Matrix x = Matrix.allocate(N, 1);
    for (int i = 0; i < N; i++) {
      x.set(i, 0, i);
    }
    return x;
  }

  private static int[] drawn(long seed, int number) {
    Matrix x = new Resample(N, seed, number).of(numbers());
    int[] rows = new int[N];
    for (int i = 0; i < N; i++) {
      rows[i] = (int) x.get(i, 0);
    }
    return rows;
  }

  @Test
  void rowsAreDrawnWithReplacement() {
    // 1 − 1/e of them appear; the standard deviation of their number is about 10.
    long different = Arrays.stream(drawn(3, 1)).distinct().count();
    assertEquals(632.0, (double) different, 50);
    assertEquals(499.5, Arrays.stream(drawn(3, 1)).average().orElse(0), 40);
  }

  @Test
  void seedAndNumberDetermineThem() {
    assertArrayEquals(drawn(3, 1), drawn(3, 1));
    assertFalse(Arrays.equals(drawn(3, 1), drawn(3, 2)));
    assertFalse(Arrays.equals(drawn(3, 1), drawn(4, 1)));
  }

  @Test
  void codesAreDrawnAsRowsAre() {
    BinaryMatrix z = SyntheticProblem.dense(N, 1, 3, 0, 1).z();
    BinaryMatrix some = new Resample(N, 3, 1).of(z);
    int[] rows = drawn(3, 1);
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < N; i++) {
        assertEquals(z.get(rows[i], k), some.get(i, k));
      }
    }
  }
}
