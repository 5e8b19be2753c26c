package org.latentfeature.spark;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** The rows of a partition with a vector each, which is computed block by block. */
final class AddedVectors implements Iterator<Row> {

  private final VectorBlocks blocks;
  private final int place;
  private final Function<RowBlock, List<Vector>> work;

  /** Rows of the present block, as they were read. */
  private final Deque<Row> read = new ArrayDeque<>();

  private Iterator<Vector> added = Collections.emptyIterator();

  /**
   * Adds vectors.
   *
   * @param rows of the partition
   * @param place of the column that {@code work} takes, the last; the added one is put there
   * @param rules which rows it takes
   * @param work gives a vector for each row
   */
  AddedVectors(
      Iterator<Row> rows, int place, RowRules rules, Function<RowBlock, List<Vector>> work) {
    this.place = place;
    this.work = work;
    blocks = new VectorBlocks(TaskContext.getPartitionId(), listened(rows), place, rules);
  }

  private Iterator<Row> listened(Iterator<Row> rows) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        Row row = rows.next();
        read.add(row);
        return row;
      }
    };
  }

  @Override
  public boolean hasNext() {
    return added.hasNext() || blocks.hasNext();
  }

  @Override
  public Row next() {
    if (!added.hasNext()) {
      added = work.apply(blocks.next()).iterator();
    }
    Row row = read.remove();
    Object[] values = new Object[place + 1];
    for (int i = 0; i < place; i++) {
      values[i] = row.get(i);
    }
    values[place] = added.next();
    return RowFactory.create(values);
  }
}
