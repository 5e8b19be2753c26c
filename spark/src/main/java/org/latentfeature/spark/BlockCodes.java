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

  /** Returns the codes of {@code count} of the rows, from number {@code from} on. */
  BinaryMatrix rows(int from, int count) {
    List<BitVector> columns = new ArrayList<>();
    for (long[] column : words) {
      columns.add(BitVector.ofWords(count, bits(column, from, count)));
    }
    return BinaryMatrix.ofColumns(count, columns);
  }

  private static long[] bits(long[] column, int from, int count) {
    long[] some = new long[BitVector.wordCount(count)];
    int first = from / Long.SIZE;
    int shift = from % Long.SIZE;
    for (int w = 0; w < some.length; w++) {
      some[w] = column[first + w] >>> shift;
      if (shift > 0 && first + w + 1 < column.length) {
        some[w] |= column[first + w + 1] << (Long.SIZE - shift);
      }
    }
    int rest = count % Long.SIZE;
    if (rest > 0) {
      some[some.length - 1] &= -1L >>> (Long.SIZE - rest);
    }
    return some;
  }

  /** Returns the codes of {@code parts}, one after another. */
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
