package org.latentfeature.study.many;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/**
 * The bootstrap's resample of the rows (Efron 1979): N of N rows, drawn with replacement. It
 * depends on the seed and its number alone, so that fits with different K or penalties see the same
 * rows.
 */
final class Resample {

  /** The stream of the draws, apart from those of a fit under the same seed. */
  private static final long DRAWS = 0x626F6F74L;

  private final int[] drawn;

  /** Resample {@code number} of {@code n} rows under {@code seed}. */
  Resample(int n, long seed, int number) {
    long stream = CounterRandom.stream(seed, DRAWS);
    drawn = new int[n];
    for (int i = 0; i < n; i++) {
      drawn[i] = (int) (CounterRandom.uniform(stream, number, i) * n);
    }
  }

  /** The drawn rows of {@code x}, as a new matrix. */
  Matrix of(Matrix x) {
    return x.selectRows(drawn);
  }

  /** The drawn rows of {@code z}. */
  BinaryMatrix of(BinaryMatrix z) {
    List<BitVector> columns = new ArrayList<>();
    boolean[] ones = new boolean[drawn.length];
    for (BitVector column : z.columns()) {
      for (int i = 0; i < drawn.length; i++) {
        ones[i] = column.get(drawn[i]);
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(drawn.length, columns);
  }
}
