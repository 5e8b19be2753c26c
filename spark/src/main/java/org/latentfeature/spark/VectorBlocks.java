package org.latentfeature.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.latentfeature.data.DataException;
import org.latentfeature.data.SparseRows;

/** The rows of one partition as blocks. */
final class VectorBlocks implements Iterator<RowBlock> {

  /** Entries of a dense block, 16 MB: large beside what a visit costs, small beside memory. */
  private static final int ENTRIES = 1 << 22;

  /** Most rows of a sparse block, whose codes and errors take memory, too. */
  private static final int MOST_ROWS = 1 << 20;

  private final int partition;
  private final Iterator<Row> rows;
  private final int place;
  private final boolean allowsMissing;
  private int cols = -1;
  private long read;

  private VectorBlocks(int partition, Iterator<Row> rows, int place, boolean allowsMissing) {
    this.partition = partition;
    this.rows = rows;
    this.place = place;
    this.allowsMissing = allowsMissing;
  }

  /**
   * Reads the first column of {@code rows}, vectors of one length without missing entries.
   *
   * @param partition its number, for messages
   */
  static VectorBlocks complete(int partition, Iterator<Row> rows) {
    return new VectorBlocks(partition, rows, 0, false);
  }

  /** The same of vectors in which entries may be NaN, but not all of them. */
  static VectorBlocks allowingMissing(int partition, Iterator<Row> rows) {
    return new VectorBlocks(partition, rows, 0, true);
  }

  /** The same of another column. */
  static VectorBlocks allowingMissing(int partition, Iterator<Row> rows, int place) {
    return new VectorBlocks(partition, rows, place, true);
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  /**
   * The next block, sparse if all of its rows are.
   *
   * @throws DataException naming the partition and the row in it of a vector that is null, of
   *     another length, or has an entry that no fit takes
   */
  @Override
  public RowBlock next() {
    if (!rows.hasNext()) {
      throw new NoSuchElementException("all blocks of the partition are read");
    }
    List<Vector> block = new ArrayList<>();
    long entries = 0;
    boolean isSparse = true;
    do {
      Vector vector = checked(rows.next());
      isSparse &=
          vector instanceof SparseVector some && some.values().length < SparseRows.DENSE * cols;
      entries += isSparse ? ((SparseVector) vector).values().length : 0;
      block.add(vector);
    } while (rows.hasNext() && isRoom(block.size(), isSparse, entries));
    return isSparse ? sparse(block) : dense(block);
  }

  /** A dense block has a multiple of 64 rows, so that their bits fill words. */
  private boolean isRoom(int count, boolean isSparse, long entries) {
    int dense = Math.max(Long.SIZE, ENTRIES / cols / Long.SIZE * Long.SIZE);
    return isSparse ? count < MOST_ROWS && entries < ENTRIES / 2 : count < dense;
  }

  private Vector checked(Row row) {
    read++;
    Vector vector = row.getAs(place);
    if (vector == null) {
      throw wrong("is null; drop it, or fill it in");
    }
    if (cols < 0) {
      cols = vector.size();
      if (cols == 0) {
        throw wrong("has no entries; a fit needs at least one column");
      }
    }
    if (vector.size() != cols) {
      throw wrong(
          "has %,d entries, expected %,d as in the partition's first row"
              .formatted(vector.size(), cols));
    }
    double[] values = values(vector);
    for (int at = 0; at < values.length; at++) {
      if (!Float.isFinite((float) values[at]) && !(allowsMissing && Double.isNaN(values[at]))) {
        int column = vector instanceof SparseVector some ? some.indices()[at] : at;
        throw wrong(
            "has %s in column %,d; %s"
                .formatted(
                    Double.isNaN(values[at]) ? "NaN, a missing entry," : values[at],
                    column + 1,
                    Double.isFinite(values[at])
                        ? "that is beyond the largest 32-bit float (3.4e38): scale the data down"
                        : "a fit needs finite numbers: drop the row, or fill them in"));
      }
    }
    return vector;
  }

  private DataException wrong(String what) {
    return new DataException(
        "row %,d (counting from 1) of partition %,d (from 0) %s".formatted(read, partition, what));
  }

  private static double[] values(Vector vector) {
    if (vector instanceof SparseVector sparse) {
      return sparse.values();
    }
    return vector instanceof DenseVector dense ? dense.values() : vector.toArray();
  }

  private RowBlock dense(List<Vector> block) {
    float[] value = new float[Math.multiplyExact(block.size(), cols)];
    for (int i = 0; i < block.size(); i++) {
      int from = i * cols;
      double[] some = values(block.get(i));
      int[] columns = block.get(i) instanceof SparseVector sparse ? sparse.indices() : null;
      for (int at = 0; at < some.length; at++) {
        value[from + (columns == null ? at : columns[at])] = (float) some[at];
      }
    }
    return RowBlock.dense(block.size(), cols, value);
  }

  private RowBlock sparse(List<Vector> block) {
    int[] start = new int[block.size() + 1];
    for (int i = 0; i < block.size(); i++) {
      start[i + 1] = start[i] + ((SparseVector) block.get(i)).values().length;
    }
    int[] column = new int[start[block.size()]];
    float[] value = new float[column.length];
    for (int i = 0; i < block.size(); i++) {
      SparseVector vector = (SparseVector) block.get(i);
      System.arraycopy(vector.indices(), 0, column, start[i], vector.indices().length);
      for (int at = 0; at < vector.values().length; at++) {
        value[start[i] + at] = (float) vector.values()[at];
      }
    }
    // Without explicit zeros, which each visit would drop again.
    return RowBlock.sparse(SparseRows.of(block.size(), cols, start, column, value));
  }
}
