package org.latentfeature.step.coding;

import java.io.Serializable;
import java.nio.LongBuffer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.latentfeature.data.BinaryMatrix;

/**
 * The codes that a fit gave its own rows, from which searches of new rows' codes start: where no
 * search is exact, a new row may have no worse a code than a row of the fit that resembles it.
 * Immutable.
 */
public final class FittedCodes implements Serializable {

  private static final long serialVersionUID = 1;

  /** Rows of the fit that are looked at. */
  private static final int SAMPLE = 1 << 16;

  /** Different codes that a new row is compared with. */
  private static final int CODES = 1 << 12;

  /** The codes of all rows, row after row; empty if those to be coded are others. */
  private final long[][] own;

  /** The most frequent codes, the most frequent first. */
  private final long[][] frequent;

  private FittedCodes(long[][] own, long[][] frequent) {
    this.own = own;
    this.frequent = frequent;
  }

  /**
   * The codes of {@code z}, to start from.
   *
   * @param z codes of the fit's rows, N×K
   */
  public static FittedCodes of(BinaryMatrix z) {
    int step = (z.rows() + SAMPLE - 1) / SAMPLE;
    long[][] codes = packed(z, step);
    Map<LongBuffer, Integer> counts = new LinkedHashMap<>();
    for (long[] code : codes) {
      counts.merge(LongBuffer.wrap(code), 1, Integer::sum);
    }
    long[][] frequent =
        counts.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(CODES)
            .map(entry -> entry.getKey().array())
            .toArray(long[][]::new);
    return new FittedCodes(step == 1 ? codes : new long[0][], frequent);
  }

  /**
   * Returns these for {@code count} rows: if the fit had as many, and no more than are looked at, a
   * row may be the fit's of the same number.
   */
  public FittedCodes forRows(int count) {
    return own.length == count ? this : new FittedCodes(new long[0][], frequent);
  }

  private static long[][] packed(BinaryMatrix z, int step) {
    long[][] codes = new long[(z.rows() + step - 1) / Math.max(1, step)][(z.cols() + 63) / 64];
    for (int k = 0; k < z.cols(); k++) {
      for (int i = 0; i < codes.length; i++) {
        codes[i][k >> 6] |= z.get(i * step, k) ? 1L << (k & 63) : 0;
      }
    }
    return codes;
  }

  /** Number of codes that {@link #start} has for a row. */
  int starts() {
    return frequent.length == 0 ? 0 : own.length == 0 ? 1 : 2;
  }

  /**
   * Writes a code to start from.
   *
   * @param which from 0: the one that differs from {@code z} in the fewest features; 1: that of the
   *     fit's row of the same number
   * @param row number of the row among all
   * @param z a code of the row
   * @param into becomes the code to start from
   */
  void start(int which, long row, byte[] z, byte[] into) {
    long[] code = which == 0 ? nearest(z) : own[(int) (row % own.length)];
    for (int k = 0; k < into.length; k++) {
      into[k] = (byte) (code[k >> 6] >>> (k & 63) & 1);
    }
  }

  private long[] nearest(byte[] z) {
    long[] packed = new long[(z.length + 63) / 64];
    for (int k = 0; k < z.length; k++) {
      packed[k >> 6] |= (long) z[k] << (k & 63);
    }
    long[] nearest = frequent[0];
    int least = Integer.MAX_VALUE;
    for (long[] code : frequent) {
      int distance = 0;
      for (int w = 0; w < code.length; w++) {
        distance += Long.bitCount(code[w] ^ packed[w]);
      }
      if (distance < least) {
        least = distance;
        nearest = code;
      }
    }
    return nearest;
  }
}
