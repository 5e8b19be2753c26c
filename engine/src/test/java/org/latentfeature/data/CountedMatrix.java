package org.latentfeature.data;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Counts how often each of its rows is read. */
final class CountedMatrix extends Matrix {

  private final AtomicIntegerArray reads;

  private CountedMatrix(int rows, int cols) {
    super(rows, cols, new ByteBuffer[] {ByteBuffer.allocateDirect(rows * cols * Float.BYTES)});
    reads = new AtomicIntegerArray(rows);
  }

  static CountedMatrix of(Matrix x) {
    CountedMatrix copy = new CountedMatrix(x.rows(), x.cols());
    float[] row = new float[x.cols()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row);
      copy.setRow(i, row);
    }
    return copy;
  }

  /** How often each row was read so far. */
  int[] reads() {
    int[] all = new int[rows()];
    for (int i = 0; i < all.length; i++) {
      all[i] = reads.get(i);
    }
    return all;
  }

  @Override
  public float get(int i, int j) {
    reads.incrementAndGet(i);
    return super.get(i, j);
  }

  @Override
  public void getRow(int i, float[] into) {
    reads.incrementAndGet(i);
    super.getRow(i, into);
  }

  @Override
  public FloatBuffer rows(int from, int count) {
    for (int i = from; i < from + count; i++) {
      reads.incrementAndGet(i);
    }
    return super.rows(from, count);
  }
}
