package org.latentfeature.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random matrices, and their comparison bit by bit. */
public final class Matrices {

  private Matrices() {}

  /** A matrix in segments of at most so many entries. */
  public static Matrix random(int rows, int cols, long maxSegmentEntries, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix x = Matrix.allocate(rows, cols, maxSegmentEntries);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        x.set(i, j, (float) random.nextGaussian());
      }
    }
    return x;
  }

  public static BinaryMatrix randomBinary(int rows, int cols, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < cols; k++) {
      boolean[] ones = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        ones[i] = random.nextBoolean();
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }

  public static void assertSame(Matrix expected, Matrix actual) {
    assertEquals(expected.rows(), actual.rows());
    assertEquals(expected.cols(), actual.cols());
    float[] a = new float[expected.cols()];
    float[] b = new float[expected.cols()];
    for (int i = 0; i < expected.rows(); i++) {
      expected.getRow(i, a);
      actual.getRow(i, b);
      assertArrayEquals(a, b, 0f, "row " + i);
    }
  }

  public static float[][] toArray(Matrix x) {
    float[][] out = new float[x.rows()][x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, out[i]);
    }
    return out;
  }

  /** Bytes of all direct buffers. */
  public static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getTotalCapacity)
        .sum();
  }
}
