package org.latentfeature.data;

/** Rows of a matrix in memory, read as if they were in a file. */
public record MatrixBlocks(Matrix x) implements BlockReader {

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
  public long bytesOf(long count) {
    return count * x.cols() * Float.BYTES;
  }

  @Override
  public void read(int from, int count, Matrix into) {
    float[] row = new float[x.cols()];
    for (int i = 0; i < count; i++) {
      x.getRow(from + i, row);
      into.setRow(i, row);
    }
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
