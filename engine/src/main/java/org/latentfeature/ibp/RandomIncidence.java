package org.latentfeature.ibp;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.random.RandomStream;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

/** Random Z, from which chains start. */
public final class RandomIncidence {

  private RandomIncidence() {}

  /** N×K of fair coins. */
  public static BinaryMatrix coins(int rows, int features, long seed) {
    RandomStream random = new RandomStream(seed, "indian-buffet.coins");
    List<BitVector> columns = new ArrayList<>();
    for (int k = 0; k < features; k++) {
      boolean[] column = new boolean[rows];
      for (int i = 0; i < rows; i++) {
        column[i] = random.nextDouble() < 0.5;
      }
      columns.add(BitVector.of(column));
    }
    return BinaryMatrix.ofColumns(rows, columns);
  }

  /**
   * A draw of IBP(α): row i takes a feature that m rows before it have with probability m/i, and
   * Poisson(α/i) new ones.
   *
   * @param most features
   */
  public static BinaryMatrix buffet(int rows, double alpha, int most, long seed) {
    RandomStream random = new RandomStream(seed, "indian-buffet.draw");
    List<boolean[]> columns = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < columns.size(); k++) {
        if (random.nextDouble() * (i + 1) < counts.get(k)) {
          columns.get(k)[i] = true;
          counts.set(k, counts.get(k) + 1);
        }
      }
      int births = Poisson.quantile(alpha / (i + 1), random.nextDouble());
      for (int b = 0; b < births && columns.size() < most; b++) {
        boolean[] column = new boolean[rows];
        column[i] = true;
        columns.add(column);
        counts.add(1);
      }
    }
    return BinaryMatrix.ofColumns(rows, columns.stream().map(BitVector::of).toList());
  }
}
