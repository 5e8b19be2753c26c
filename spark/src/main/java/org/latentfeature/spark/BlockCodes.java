package org.latentfeature.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Codes of some rows, as Spark stores and sends them: a bit for each row and feature. */
final class BlockCodes implements Serializable {

  private static final long serialVersionUID = 1L;

  private final int rows;
  private final long[][] words;

  BlockCodes(BinaryMatrix z) {
    rows = z.rows();
    words = z.columns().stream().map(BitVector::toWords).toArray(long[][]::new);
  }

  int rows() {
    return rows;
  }

  BinaryMatrix toMatrix() {
    List<BitVector> columns = new ArrayList<>();
    for (long[] column : words) {
      columns.add(BitVector.ofWords(rows, column));
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }

  /** Those of {@code parts}, one after another. */
  static BinaryMatrix joined(List<BinaryMatrix> parts) {
    int rows = parts.stream().mapToInt(BinaryMatrix::rows).sum();
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < parts.get(0).cols(); k++) {
      int feature = k;
      columns.add(BitVector.concat(parts.stream().map(part -> part.column(feature)).toList()));
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }
}
