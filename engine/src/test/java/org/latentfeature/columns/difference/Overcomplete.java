package org.latentfeature.columns.difference;

import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;

/** Rows of more features than columns, in no order or with bits that persist. */
public record Overcomplete(BinaryMatrix z, Matrix x) {

  /** Returns independent bits, 1 with probability {@code share}. */
  public static BinaryMatrix codes(int n, int k, double share, long seed) {
    BinaryMatrix z = BinaryMatrix.empty(n);
    for (int c = 0; c < k; c++) {
      boolean[] ones = new boolean[n];
      for (int i = 0; i < n; i++) {
        ones[i] = CounterRandom.uniform(seed, i, c) < share;
      }
      z = z.with(BitVector.of(ones));
    }
    return z;
  }

  /** Returns rows of independent bits, with W and noise normal. */
  public static Overcomplete independent(
      int n, int d, int k, double share, double noise, long seed) {
    BinaryMatrix z = codes(n, k, share, seed);
    Dense w = normal(k, d, seed);
    return new Overcomplete(z, rows(z, w, noise, seed + 2));
  }

  /** Returns a dictionary of normal numbers. */
  static Dense normal(int k, int d, long seed) {
    Dense w = new Dense(k, d);
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        w.set(c, j, CounterRandom.normal(seed + 1, c, j));
      }
    }
    return w;
  }

  /** Returns rows whose bits switch every 40 rows on average; feature c is about 2^c everywhere. */
  public static Overcomplete inOrder(int n, int d, int k, double noise, long seed) {
    Dense w = new Dense(k, d);
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        w.set(c, j, (1 << c) * (1 + .2 * CounterRandom.uniform(seed + 1, c, j)));
      }
    }
    BinaryMatrix z = persistent(n, k, .025, seed);
    return new Overcomplete(z, rows(z, w, noise, seed + 2));
  }

  /** Returns bits that switch with probability {@code rate} from a row to the next. */
  public static BinaryMatrix persistent(int n, int k, double rate, long seed) {
    BinaryMatrix z = BinaryMatrix.empty(n);
    for (int c = 0; c < k; c++) {
      boolean[] ones = new boolean[n];
      boolean isOn = false;
      for (int i = 0; i < n; i++) {
        isOn ^= CounterRandom.uniform(seed, i, c) < rate;
        ones[i] = isOn;
      }
      z = z.with(BitVector.of(ones));
    }
    return z;
  }

  /** Returns z W with normal noise. */
  public static Matrix rows(BinaryMatrix z, Dense w, double noise, long seed) {
    Matrix x = Matrix.allocate(z.rows(), w.cols());
    for (int i = 0; i < z.rows(); i++) {
      for (int j = 0; j < w.cols(); j++) {
        double entry = noise * CounterRandom.normal(seed, i, j);
        for (int c : z.columnsOf(i)) {
          entry += w.get(c, j);
        }
        x.set(i, j, (float) entry);
      }
    }
    return x;
  }
}
