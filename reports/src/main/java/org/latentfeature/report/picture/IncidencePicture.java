package org.latentfeature.report.picture;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;

/**
 * An incidence matrix lying on its side: a line for each feature, the first at the top, and the
 * rows of the data from left to right. Rows are sorted by their features, the feature that most
 * have first, so that equal rows lie together and blocks show.
 */
public final class IncidencePicture {

  private IncidencePicture() {}

  /** Draws Z, its rows {@linkplain #sorted sorted}. */
  public static BufferedImage draw(BinaryMatrix z, int most) {
    return draw(z, sorted(z), most);
  }

  /**
   * Draws rows of Z, ones dark. Of more than {@code most} rows each column of pixels shows the mean
   * of several.
   *
   * @param z N×K, both at least 1
   * @param order the rows to draw, from left to right; at least one
   * @return K pixels high and at most {@code most} wide
   */
  public static BufferedImage draw(BinaryMatrix z, int[] order, int most) {
    int width = Math.min(most, order.length);
    Dense shares = new Dense(z.cols(), width);
    for (int j = 0; j < width; j++) {
      int from = (int) ((long) j * order.length / width);
      int to = (int) ((j + 1L) * order.length / width);
      for (int k = 0; k < z.cols(); k++) {
        int ones = 0;
        for (int i = from; i < to; i++) {
          ones += z.get(order[i], k) ? 1 : 0;
        }
        shares.set(k, j, (double) ones / (to - from));
      }
    }
    return NumberPicture.of(shares, new GreyScale(1, 0));
  }

  /** The rows of {@code z} in the order in which they are drawn. */
  public static int[] sorted(BinaryMatrix z) {
    int[] count = new int[z.cols()];
    Arrays.setAll(count, k -> z.column(k).count());
    int[] features =
        IntStream.range(0, z.cols())
            .boxed()
            .sorted(Comparator.comparing((Integer k) -> -count[k]).thenComparing(k -> k))
            .mapToInt(k -> k)
            .toArray();
    Comparator<Integer> byPattern =
        (a, b) -> {
          for (int k : features) {
            boolean has = z.get(a, k);
            if (has != z.get(b, k)) {
              return has ? -1 : 1;
            }
          }
          return Integer.compare(a, b);
        };
    return IntStream.range(0, z.rows()).boxed().sorted(byPattern).mapToInt(i -> i).toArray();
  }
}
