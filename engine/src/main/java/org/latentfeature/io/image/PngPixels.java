package org.latentfeature.io.image;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The compressed pixels of a PNG: the data of its IDAT chunks, which are one stream. The decoder
 * takes memory for all pixels that the header claims before it unpacks the first; whether they are
 * there shows at the cost of a buffer.
 */
final class PngPixels {

  private static final int CHUNK = 1 << 16;

  /** First column, first row and the steps to the next of Adam7's passes. */
  private static final int[][] PASSES = {
    {0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}
  };

  private static final int[][] ONE_PASS = {{0, 0, 1, 1}};

  private final byte[] file;
  private final List<int[]> pieces = new ArrayList<>();

  PngPixels(byte[] file) {
    this.file = file;
  }

  /** The data of the next IDAT chunk. */
  void add(int at, int length) {
    pieces.add(new int[] {at, length});
  }

  boolean isEmpty() {
    return pieces.isEmpty();
  }

  /**
   * Bytes that the pixels of an image make, with the filter's byte before each row.
   *
   * @param bits of one pixel
   */
  static long bytes(int rows, int cols, int bits, boolean interlaced) {
    long sum = 0;
    for (int[] pass : interlaced ? PASSES : ONE_PASS) {
      long width = ((long) cols - pass[0] + pass[2] - 1) / pass[2];
      long height = ((long) rows - pass[1] + pass[3] - 1) / pass[3];
      sum += width > 0 ? height * (1 + (width * bits + 7) / 8) : 0;
    }
    return sum;
  }

  /**
   * How many bytes the stream unpacks to, or {@code most} if they are more.
   *
   * @throws DataFormatException if it is not a stream of compressed data
   */
  long unpackedBytes(long most) throws DataFormatException {
    Inflater inflater = new Inflater();
    try {
      byte[] sink = new byte[CHUNK];
      long sum = 0;
      for (int[] piece : pieces) {
        inflater.setInput(file, piece[0], piece[1]);
        int got = inflater.inflate(sink);
        while (got > 0 && sum + got < most) {
          sum += got;
          got = inflater.inflate(sink);
        }
        sum += got;
      }
      return Math.min(sum, most);
    } finally {
      inflater.end();
    }
  }
}
