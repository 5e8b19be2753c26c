package org.latentfeature.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
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
  private final RowRules rules;
  private int cols;
  private long read;

  /**
   * Reads vectors.
   *
   * @param partition its number, for messages
   * @param rows of the partition
   * @param place of the column of the vectors
   * @param rules which of them are taken
   */
  VectorBlocks(int partition, Iterator<Row> rows, int place, RowRules rules) {
    this.partition = partition;
    this.rows = rows;
    this.place = place;
    this.rules = rules;
    cols = rules.cols();
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
    Vector vector = row.getAs(place);
    if (vector == null) {
      throw wrong("is null", "drop it, or fill it in");
    }
    if (cols == 0) {
      cols = vector.size();
      if (cols == 0) {
        throw wrong("has no entries", "a fit needs at least one");
      }
    }
    if (vector.size() != cols) {
      throw wrong("has %,d entries, expected %,d".formatted(vector.size(), cols), rules.ifOther());
    }
    double[] values = values(vector);
    int missing = 0;
    for (int at = 0; at < values.length; at++) {
      if (!Float.isFinite((float) values[at])) {
        missing++;
        String wayOut = wayOut(values[at]);
        if (wayOut != null) {
          int index = vector instanceof SparseVector some ? some.indices()[at] : at;
          throw wrong("has %s at index %,d".formatted(values[at], index), wayOut);
        }
      }
    }
    if (missing == cols && rules.ifEmpty() != null) {
      throw wrong("has no known entry", rules.ifEmpty());
    }
    read++;
    return vector;
  }

  /** Null for an entry that may be missing. */
  private @Nullable String wayOut(double value) {
    if (Double.isNaN(value)) {
      return rules.ifMissing() == null ? null : "a missing entry: " + rules.ifMissing();
    }
    return Double.isFinite(value)
        ? "beyond the largest 32-bit float (3.4e38): scale the data down"
        : "entries must be finite: drop the row, or fill the entry in";
  }

  private DataException wrong(String what, String then) {
    return new DataException(
        "row %,d of partition %,d (counted from 0) of column %s %s; %s"
            .formatted(read, partition, rules.column(), what, then));
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
