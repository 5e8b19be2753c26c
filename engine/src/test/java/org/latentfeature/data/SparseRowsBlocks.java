package org.latentfeature.data;

import java.util.stream.IntStream;

/** Sparse rows in memory, read as if they were in a file. */
public record SparseRowsBlocks(SparseRows x) implements SparseBlockReader {

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int cols() {
    return x.cols();
  }

  @Override
  public String name() {
    return "X";
  }

  @Override
  public int entries(int i) {
    return x.entries(i);
  }

  @Override
  public long bytesOf(long count) {
    return count * SparseRows.bytes(0, x.entries()) / x.rows();
  }

  @Override
  public SparseRows read(int from, int count) {
    return x.selectRows(IntStream.range(from, from + count).toArray());
  }

  @Override
  public void requireUnchanged(long pass) {
    // Nobody else has it.
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
