package org.latentfeature.fit.factor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.base.progress.StoppedException;
import org.latentfeature.base.random.CounterRandom;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.BitVector;

class HartiganMovesTest {

  private static final long SEED = 11;

  private static BinaryMatrix codes(int n, int k, long seed) {
    BinaryMatrix z = BinaryMatrix.empty(n);
    for (int c = 0; c < k; c++) {
      boolean[] ones = new boolean[n];
      for (int i = 0; i < n; i++) {
        ones[i] = CounterRandom.uniform(seed, i, c) < .4;
      }
      z = z.with(BitVector.of(ones));
    }
    return z;
  }

  private static Dense data(BinaryMatrix z, int d, double noise) {
    Dense x = new Dense(z.rows(), d);
    for (int i = 0; i < z.rows(); i++) {
      for (int j = 0; j < d; j++) {
        double entry = noise * CounterRandom.normal(SEED + 1, i, j);
        for (int c : z.columnsOf(i)) {
          entry += CounterRandom.normal(SEED + 2, c, j);
        }
        x.set(i, j, entry);
      }
    }
    return x;
  }

  private static Dense dense(BinaryMatrix z) {
    Dense out = new Dense(z.rows(), z.cols());
    for (int i = 0; i < z.rows(); i++) {
      for (int c : z.columnsOf(i)) {
        out.set(i, c, 1);
      }
    }
    return out;
  }

  /** ‖X − Z W‖² for the least-squares W, by normal equations. */
  private static double error(Dense x, BinaryMatrix codes) {
    Dense z = dense(codes);
    Dense gram = z.transpose().times(z);
    for (int a = 0; a < gram.rows(); a++) {
      gram.set(a, a, gram.get(a, a) + 1e-9);
    }
    Dense cross = z.transpose().times(x);
    Dense w = Algebra.JAVA.solve(gram, cross);
    double explained = 0;
    for (int a = 0; a < w.rows(); a++) {
      explained += w.rowDot(a, cross, a);
    }
    return x.squaredNorm() - explained;
  }

  private static BinaryMatrix flipped(BinaryMatrix z, int row, int... features) {
    BinaryMatrix out = z;
    for (int c : features) {
      boolean[] ones = new boolean[z.rows()];
      for (int i = 0; i < ones.length; i++) {
        ones[i] = out.get(i, c) ^ (i == row);
      }
      out = out.replace(c, BitVector.of(ones));
    }
    return out;
  }

  private static BinaryMatrix improved(Dense x, BinaryMatrix z) {
    return new HartiganMoves(x.timesTransposed(x), StopSignal.NEVER).improve(z);
  }

  /** Brute force: the refitted error of every code that differs in one or two bits of one row. */
  @Test
  void noRowHasABetterCodeWhenTheMovesEnd() {
    int k = 3;
    Dense x = data(codes(14, k, SEED), 9, .8);
    for (long seed = 0; seed < 5; seed++) {
      BinaryMatrix start = codes(14, k, 100 + seed);
      BinaryMatrix end = improved(x, start);
      double error = error(x, end);
      assertTrue(error < error(x, start), "random codes are not the best");
      for (int i = 0; i < 14; i++) {
        for (int a = 0; a < k; a++) {
          assertTrue(error(x, flipped(end, i, a)) > error - 1e-3);
          for (int b = 0; b < a; b++) {
            assertTrue(error(x, flipped(end, i, a, b)) > error - 1e-3);
          }
        }
      }
    }
  }

  /** Where rows decide little, W bends to a wrong bit; a W of the other rows does not. */
  @Test
  void bitsThatBentTheirDictionaryAreFound() {
    BinaryMatrix truth = codes(40, 4, SEED);
    Dense x = data(truth, 300, 2);
    BinaryMatrix wrong = truth;
    for (int i = 0; i < 40; i += 3) {
      wrong = flipped(wrong, i, i % 4);
    }
    assertEquals(truth, improved(x, wrong));
    assertEquals(truth, improved(x, truth));
  }

  /** A column of zeros, two equal columns, and one of a single row. */
  @Test
  void codesOfDeficientRankAreMoved() {
    BinaryMatrix truth = codes(30, 4, SEED);
    Dense x = data(truth, 20, .01);
    boolean[] single = new boolean[30];
    single[7] = true;
    BinaryMatrix start =
        BinaryMatrix.empty(30)
            .with(truth.column(0))
            .with(truth.column(0))
            .with(BitVector.of(new boolean[30]))
            .with(BitVector.of(single));
    assertTrue(error(x, improved(x, start)) < .5 * error(x, start));
    assertEquals(0, improved(x, BinaryMatrix.empty(30)).cols());
  }

  @Test
  void onlyFewRowsAreWorthwhile() {
    assertEquals(300, HartiganMoves.maxRows(5));
    assertEquals(3000, HartiganMoves.maxRows(500));
  }

  @Test
  void aStopEndsThem() {
    BinaryMatrix z = codes(30, 3, SEED);
    Dense x = data(z, 10, 1);
    HartiganMoves moves = new HartiganMoves(x.timesTransposed(x), () -> true);
    assertThrows(StoppedException.class, () -> moves.improve(z));
  }
}
