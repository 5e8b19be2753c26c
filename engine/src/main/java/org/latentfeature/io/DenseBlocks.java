package org.latentfeature.io;

import org.latentfeature.data.BlockReader;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.SparseBlockReader;

/**
 * Rows of a sparse file, read with their zeros.
 *
 * @param sparse the rows, closed with this
 */
record DenseBlocks(SparseBlockReader sparse) implements BlockReader {

  @Override
  public int rows() {
    return sparse.rows();
  }

  @Override
  public int cols() {
    return sparse.cols();
  }

  @Override
  public String name() {
    return sparse.name();
  }

  @Override
  public long bytesOf(long count) {
    return sparse.bytesOf(count);
  }

  @Override
  public void read(int from, int count, Matrix into) {
    sparse.read(from, count, into);
  }

  @Override
  public void requireUnchanged(long pass) {
    sparse.requireUnchanged(pass);
  }

  @Override
  public void close() {
    sparse.close();
  }
}
