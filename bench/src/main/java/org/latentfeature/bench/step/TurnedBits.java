package org.latentfeature.bench.step;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Columns that are nearly right, as a fit has them on its way. */
final class TurnedBits {

  private TurnedBits() {}

  /** {@code z} with each entry turned over with probability {@code share}. */
  static BinaryMatrix of(BinaryMatrix z, double share, long seed) {
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < z.cols(); k++) {
      boolean[] ones = new boolean[z.rows()];
      for (int i = 0; i < ones.length; i++) {
        ones[i] = z.get(i, k) != CounterRandom.uniform(seed, i, k) < share;
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(z.rows(), columns);
  }
}
