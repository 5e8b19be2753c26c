package org.latentfeature.openblas;

import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Contrast;

/**
 * One thread's share of a sum of weighed rows. Between the two products of a tile its weights stay
 * in the cache: a sum reads its rows once.
 */
final class ContrastTiles {

  /** Rows of a tile. */
  static final int ROWS = 256;

  private final int cols;
  private final FloatPointer weights;
  private final FloatPointer sums;
  private float[][] planes = {};
  private float[] spare = {};

  /** Allocates room for {@code most} weights of a row, and sums of {@code cols} entries. */
  ContrastTiles(int most, int cols, Arena arena) {
    this.cols = cols;
    weights = arena.floats((long) most * ROWS);
    sums = arena.floats((long) most * cols);
  }

  /** Returns the result of the last {@link #sum}, a row for each weight. */
  FloatPointer sums() {
    return sums;
  }

  /** Sums all of {@code rows}, weighed by their products with {@code m} directions. */
  void sum(Matrix rows, FloatPointer directions, int m, Contrast contrast, StopSignal stop) {
    int most = contrast.weights(m);
    float keep = 0;
    int from = 0;
    while (from < rows.rows() && !stop.isSet()) {
      int count = rows.contiguousRows(from, ROWS);
      FloatPointer tile = new FloatPointer(rows.rows(from, count));
      Blas.multiplyTransposed(m, count, cols, 1, directions, tile, weights);
      apply(contrast, m, count);
      Blas.multiply(most, cols, count, weights, tile, keep, sums);
      keep = 1;
      from += count;
    }
  }

  private void apply(Contrast contrast, int m, int count) {
    int rank = contrast.rank();
    int plane = m / rank * count;
    float[][] t = loaded(rank, plane);
    switch (contrast.kind()) {
      case SQUARE -> VectorLoops.square(t[0]);
      case CUBE -> VectorLoops.cube(t[0]);
      case UNIT -> normalise(t);
      case SQUARE_AND_CUBE -> squareAndCube(t[0]);
    }
    for (int p = 0; p < rank; p++) {
      weights.position((long) p * plane).put(t[p]);
    }
    weights.position(0);
  }

  /** The weights on the heap, in arrays of their own, which the compiler makes vectors of. */
  private float[][] loaded(int rank, int plane) {
    if (planes.length != rank || planes[0].length != plane) {
      planes = new float[rank][plane];
      spare = new float[plane];
    }
    for (int p = 0; p < rank; p++) {
      weights.position((long) p * plane).get(planes[p]);
    }
    return planes;
  }

  /** {@code t} becomes its squares; its cubes go behind them. */
  private void squareAndCube(float[] t) {
    System.arraycopy(t, 0, spare, 0, t.length);
    VectorLoops.cube(spare);
    weights.position(t.length).put(spare);
    VectorLoops.square(t);
  }

  private void normalise(float[][] t) {
    Arrays.fill(spare, Float.MIN_NORMAL);
    for (float[] plane : t) {
      VectorLoops.addSquares(spare, plane);
    }
    VectorLoops.inverseRoots(spare);
    for (float[] plane : t) {
      VectorLoops.multiply(plane, spare);
    }
  }
}
