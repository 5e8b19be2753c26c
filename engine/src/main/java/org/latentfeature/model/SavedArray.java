package org.latentfeature.model;

import java.io.IOException;
import java.io.InputStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.DataException;
import org.latentfeature.data.NpyReader;
import org.latentfeature.linalg.Dense;

/** One array of a saved model, of the shape that it should have, verified when it is read. */
public final class SavedArray {

  private final Archive archive;
  private final String name;
  private final String where;

  SavedArray(Archive archive, String name, String where) {
    this.archive = archive;
    this.name = name;
    this.where = where;
  }

  /**
   * Reads it as a binary matrix.
   *
   * @throws DataException naming the first entry that is neither 0 nor 1
   */
  public BinaryMatrix binary() throws IOException {
    try (InputStream in = archive.entry(name)) {
      return NpyReader.readBinary(in, where);
    }
  }

  /**
   * Reads it in double precision.
   *
   * @param ranges of the entries, row by row; the last one is that of all further rows
   * @throws DataException naming the first entry that is not in its range
   */
  public Dense dense(EntryRange... ranges) throws IOException {
    Dense matrix;
    try (InputStream in = archive.entry(name)) {
      matrix = NpyReader.readDense(in, where);
    }
    for (int i = 0; i < matrix.rows(); i++) {
      EntryRange range = ranges[Math.min(i, ranges.length - 1)];
      for (int j = 0; j < matrix.cols(); j++) {
        if (!range.contains(matrix.get(i, j))) {
          throw new DataException(
              "row %d, column %d (counting from 1) of %s is %s; it must be %s: restore the model from a copy"
                  .formatted(i + 1, j + 1, where, matrix.get(i, j), range.words()));
        }
      }
    }
    return matrix;
  }
}
