package org.latentfeature.step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/** The division of N rows into parts. */
public final class PartLayout {

  /** The first row of each part, and N. */
  private final int[] starts;

  private PartLayout(int[] starts) {
    this.starts = starts;
  }

  /**
   * Divides into {@code parts} parts of nearly equal size, none of them empty; fewer if N is
   * smaller.
   *
   * @param rows N
   */
  public static PartLayout of(int rows, int parts) {
    int count = Math.max(1, Math.min(rows, parts));
    return new PartLayout(
        IntStream.rangeClosed(0, count).map(p -> (int) ((long) rows * p / count)).toArray());
  }

  /**
   * Divides into parts of {@code size} rows; the last may have fewer.
   *
   * @param rows N
   */
  public static PartLayout ofSize(int rows, int size) {
    int count = (int) (((long) rows + size - 1) / size);
    return new PartLayout(
        IntStream.rangeClosed(0, count).map(p -> (int) Math.min(rows, (long) p * size)).toArray());
  }

  /** Number of parts. */
  public int count() {
    return starts.length - 1;
  }

  /** Number of all rows, N. */
  public int rows() {
    return starts[count()];
  }

  /** The first row of a part. */
  public int first(int part) {
    return starts[part];
  }

  /** Number of rows of a part. */
  public int rows(int part) {
    return starts[part + 1] - starts[part];
  }

  /** The part that has {@code row}. */
  public int partOf(int row) {
    int found = Arrays.binarySearch(starts, row);
    return found >= 0 ? found : -found - 2;
  }

  /** A part's rows of {@code z}. */
  public BinaryMatrix part(BinaryMatrix z, int part) {
    return BinaryMatrix.ofColumns(rows(part), parts(z.columns(), part));
  }

  /** A part's rows of {@code columns}. */
  public List<BitVector> parts(List<BitVector> columns, int part) {
    return columns.stream().map(c -> c.slice(first(part), first(part) + rows(part))).toList();
  }

  /** Columns of all rows from those of each part. */
  public static List<BitVector> join(List<List<BitVector>> parts) {
    List<BitVector> joined = new ArrayList<>();
    for (int c = 0; c < parts.get(0).size(); c++) {
      int column = c;
      joined.add(BitVector.concat(parts.stream().map(p -> p.get(column)).toList()));
    }
    return joined;
  }

  /** A matrix of all rows from those of each part. */
  static Matrix joinRows(List<Matrix> parts) {
    int cols = parts.get(0).cols();
    Matrix all = Matrix.allocate(parts.stream().mapToInt(Matrix::rows).sum(), cols);
    float[] row = new float[cols];
    int next = 0;
    for (Matrix part : parts) {
      for (int i = 0; i < part.rows(); i++) {
        part.getRow(i, row);
        all.setRow(next++, row);
      }
    }
    return all;
  }
}
