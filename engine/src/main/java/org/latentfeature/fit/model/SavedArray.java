package org.latentfeature.fit.model;

import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.io.NpyReader;

/** One array of a saved model, of the expected shape, verified before it is read. */
public final class SavedArray {

  private final SavedArrays arrays;
  private final Archive archive;
  private final String name;
  private final String where;
  private final EntryRange[] ranges;

  /** The columns of which the first row holds no number. */
  private final BitSet none = new BitSet();

  SavedArray(SavedArrays arrays, Archive archive, String name, String where, EntryRange... ranges) {
    this.arrays = arrays;
    this.archive = archive;
    this.name = name;
    this.where = where;
    this.ranges = ranges;
  }

  /**
   * Reads it as a binary matrix.
   *
   * @throws DataException naming the first entry of any array that is not in its range
   */
  public BinaryMatrix binary() throws IOException {
    arrays.verify();
    try (InputStream in = archive.entry(name)) {
      return NpyReader.readBinary(in, where);
    }
  }

  /**
   * Reads it in double precision.
   *
   * @throws DataException naming the first entry of any array that is not in its range
   */
  public Dense dense() throws IOException {
    arrays.verify();
    try (InputStream in = archive.entry(name)) {
      return NpyReader.readDense(in, where);
    }
  }

  void verify() throws IOException {
    archive.verify(name, in -> NpyReader.forEachEntry(in, where, this::requireInRange));
  }

  private void requireInRange(int i, int j, double value) {
    EntryRange range = ranges[Math.min(i, ranges.length - 1)];
    boolean isNone = Double.isNaN(value);
    if (i == 0) {
      none.set(j, isNone);
    }
    if (!range.entries().test(value)
        || (range.equals(EntryRange.COLUMNS_OR_NONE) && none.get(j) != isNone)) {
      throw new DataException(
          "row %d, column %d (counting from 1) of %s is %s; it must be %s: restore the model from a copy"
              .formatted(i + 1, j + 1, where, value, range.words()));
    }
  }
}
