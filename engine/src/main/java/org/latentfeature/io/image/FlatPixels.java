package org.latentfeature.io.image;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The pixels of a plane whose noise is lost: those in runs of one value along a row or a column,
 * such as a border, a mask, or what is clipped to black or white. Rounded noise of half a grey
 * level makes a run of this length once in a thousand pixels, more noise hardly ever.
 */
final class FlatPixels {

  private static final int RUN = 12;

  private final BitSet flat = new BitSet();
  private final Plane plane;

  FlatPixels(Plane plane) {
    this.plane = plane;
    for (int i = 0; i < plane.rows(); i++) {
      mark(i * plane.cols(), 1, plane.cols());
    }
    for (int j = 0; j < plane.cols(); j++) {
      mark(j, plane.cols(), plane.rows());
    }
  }

  /** Marks the runs among {@code count} pixels, {@code step} apart. */
  private void mark(int from, int step, int count) {
    float[] values = plane.values();
    int start = 0;
    for (int n = 1; n <= count; n++) {
      if (n == count || values[from + n * step] != values[from + start * step]) {
        for (int m = start; n - start >= RUN && m < n; m++) {
          flat.set(from + m * step);
        }
        start = n;
      }
    }
  }

  /** The patches without such a pixel, ascending. */
  int[] patchesWithout(Patches patches) {
    return IntStream.range(0, patches.count()).filter(n -> !isIn(patches, n)).toArray();
  }

  private boolean isIn(Patches patches, int n) {
    int corner = n / patches.across() * plane.cols() + n % patches.across();
    for (int i = 0; i < patches.size(); i++) {
      int row = corner + i * plane.cols();
      int next = flat.nextSetBit(row);
      if (next >= 0 && next < row + patches.size()) {
        return true;
      }
    }
    return false;
  }
}
