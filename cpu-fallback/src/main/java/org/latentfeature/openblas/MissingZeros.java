package org.latentfeature.openblas;

import java.nio.FloatBuffer;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.data.MissingEntries;

/** Puts 0 where entries are missing, in what a product made of rows. */
final class MissingZeros {

  private MissingZeros() {}

  /** In {@code count} rows of D = {@code cols} entries, of which the first is row {@code first}. */
  static void put(MissingEntries missing, int first, int count, int cols, FloatPointer rows) {
    if (missing.isNone()) {
      return;
    }
    // A buffer, since every put of a pointer is a call of native code.
    FloatPointer some = new FloatPointer(rows);
    FloatBuffer entries = some.limit(some.position() + (long) count * cols).asBuffer();
    for (int i = 0; i < count; i++) {
      for (int at = missing.from(first + i); at < missing.to(first + i); at++) {
        entries.put(i * cols + missing.column(at), 0);
      }
    }
  }
}
