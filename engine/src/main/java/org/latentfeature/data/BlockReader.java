package org.latentfeature.data;

/**
 * Reads rows from where they are stored, a few at a time. Use it from one thread at a time, not
 * necessarily always the same.
 */
public interface BlockReader extends AutoCloseable {

  /** Number of rows, N. */
  int rows();

  /** Number of columns, D. */
  int cols();

  /** Returns the name of the data in messages: that of a file. */
  String name();

  /**
   * Bytes that so many rows take where they are stored; of rows of different lengths on average.
   *
   * @param count number of rows
   */
  long bytesOf(long count);

  /**
   * Reads rows {@code from} … {@code from + count} − 1 into the first rows of {@code into}.
   *
   * @param into at least {@code count} rows of D entries
   * @throws DataException if they cannot be read, or are not what they were when this was opened
   */
  void read(int from, int count, Matrix into);

  /**
   * Checks that nothing has changed since this was opened.
   *
   * @param pass number of the walk over all rows that begins, from 1, for the message
   * @throws DataException if it has
   */
  void requireUnchanged(long pass);

  @Override
  void close();
}
