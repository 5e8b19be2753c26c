package org.latentfeature.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.DataException;
import org.latentfeature.data.FiniteCheck;
import org.latentfeature.data.Matrix;

/** Reads incidence matrices: every entry 0 or 1. */
public final class BinaryMatrixReader {

  private BinaryMatrixReader() {}

  /**
   * Reads an N×K matrix of zeros and ones in any format that {@link MatrixReader} reads.
   *
   * @throws DataException naming row, column and value of the first entry that is neither
   * @throws IOException if the device fails while reading
   */
  public static BinaryMatrix read(Path path, ReadOptions options) throws IOException {
    return of(MatrixReader.read(path, options).x(), path.toString());
  }

  /**
   * Converts the entries of {@code x} (N×K), all 0 or 1, to bits.
   *
   * @param name of the matrix in messages
   * @throws DataException naming row, column and value of the first entry that is neither 0 nor 1
   */
  public static BinaryMatrix of(Matrix x, String name) {
    List<long[]> words = new ArrayList<>();
    for (int k = 0; k < x.cols(); k++) {
      words.add(new long[BitVector.wordCount(x.rows())]);
    }
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      for (int k = 0; k < row.length; k++) {
        if (row[k] == 1) {
          words.get(k)[i >> 6] |= 1L << (i & 63);
        } else if (row[k] != 0) {
          throw notBinary(i, k, row[k], name);
        }
      }
    }
    return BinaryMatrix.ofColumns(
        x.rows(), words.stream().map(w -> BitVector.ofWords(x.rows(), w)).toList());
  }

  static DataException notBinary(int i, int k, double value, String name) {
    return new DataException(
        FiniteCheck.place(i, k, name)
            + " is "
            + value
            + "; an incidence matrix holds only 0 and 1");
  }
}
