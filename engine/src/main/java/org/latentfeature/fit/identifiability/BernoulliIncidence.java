package org.latentfeature.fit.identifiability;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Incidence matrices whose entries are 1 with probability p, independently. */
public final class BernoulliIncidence {

  private BernoulliIncidence() {}

  /** The N×K matrix of a stream of random numbers; equal arguments give equal matrices. */
  public static BinaryMatrix draw(int rows, int features, double p, long stream) {
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < features; k++) {
      boolean[] ones = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        ones[i] = CounterRandom.uniform(stream, i, k) < p;
      }
      columns.add(BitVector.of(ones));
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }
}
