package org.latentfeature.openblas;

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
    for (int i = 0; i < count; i++) {
      long row = (long) i * cols;
      for (int at = missing.from(first + i); at < missing.to(first + i); at++) {
        rows.put(row + missing.column(at), 0);
      }
    }
  }
}
