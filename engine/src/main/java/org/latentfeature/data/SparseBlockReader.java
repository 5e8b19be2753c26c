package org.latentfeature.data;

/**
 * Reads sparse rows from where they are stored. Rows that follow those of the last call are read at
 * once; for others a file may be read again from its beginning.
 */
public interface SparseBlockReader extends BlockReader {

  /**
   * Reads rows {@code from} … {@code from + count} − 1.
   *
   * @throws DataException if they cannot be read, or are not what they were when this was opened
   */
  SparseRows read(int from, int count);

  /**
   * Number of entries of row {@code i} where it is stored: at least those that are not zero.
   *
   * @param i from 0
   */
  int entries(int i);

  @Override
  default void read(int from, int count, Matrix into) {
    SparseRows some = read(from, count);
    float[] row = new float[cols()];
    for (int i = 0; i < count; i++) {
      some.getRow(i, row);
      into.setRow(i, row);
    }
  }
}
