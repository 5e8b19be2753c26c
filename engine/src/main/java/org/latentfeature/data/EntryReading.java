package org.latentfeature.data;

import java.nio.FloatBuffer;

/** Reads all entries of a matrix, row after row, through one small buffer. */
final class EntryReading {

  /** Maximum entries of a chunk; a chunk and the results from it stay in cache. */
  static final int CHUNK = 1 << 14;

  private EntryReading() {}

  /** Takes what is read. */
  interface Reader {
    /**
     * The next {@code count} entries: some whole rows, or a part of one that is longer than a chunk
     * and begins at a multiple of its length. How the matrix is stored does not matter.
     */
    void take(float[] chunk, int count);
  }

  /** Reads {@code x} once for all of {@code readers}. */
  static void of(Matrix x, Reader... readers) {
    int most = Math.max(1, CHUNK / x.cols());
    float[] chunk = new float[Math.min(CHUNK, most * x.cols())];
    for (int from = 0; from < x.rows(); ) {
      int count = x.contiguousRows(from, most);
      FloatBuffer entries = x.rows(from, count);
      while (entries.hasRemaining()) {
        int length = Math.min(chunk.length, entries.remaining());
        entries.get(chunk, 0, length);
        for (Reader reader : readers) {
          reader.take(chunk, length);
        }
      }
      from += count;
    }
  }
}
