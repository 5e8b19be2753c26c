package org.latentfeature.evidence.rivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.linalg.PivotedCholesky;
import org.latentfeature.base.random.RandomStream;

class MatchingPursuitTest {

  private static final int ATOMS = 40;
  private static final int ENTRIES = 16;

  /** Of length 1. */
  private static Dense atoms(RandomStream random) {
    Dense atoms = new Dense(ATOMS, ENTRIES);
    for (int k = 0; k < ATOMS; k++) {
      for (int d = 0; d < ENTRIES; d++) {
        atoms.set(k, d, random.nextGaussian());
      }
      double norm = atoms.rowNorm(k);
      for (int d = 0; d < ENTRIES; d++) {
        atoms.set(k, d, atoms.get(k, d) / norm);
      }
    }
    return atoms;
  }

  private static Dense row(RandomStream random) {
    Dense row = new Dense(1, ENTRIES);
    for (int d = 0; d < ENTRIES; d++) {
      row.set(0, d, 3 * random.nextGaussian());
    }
    return row;
  }

  /** {@code x} less its projection on the first {@code count} atoms taken, by normal equations. */
  private static Dense residual(Dense x, Dense atoms, MatchingPursuit coder, int count) {
    Dense residual = x.copy();
    if (count == 0) {
      return residual;
    }
    int[] taken = new int[count];
    for (int a = 0; a < count; a++) {
      taken[a] = coder.atom(a);
    }
    Dense used = atoms.selectRows(taken);
    Dense weights =
        PivotedCholesky.of(used.timesTransposed(used), 1e-14).solve(used.timesTransposed(x));
    for (int a = 0; a < count; a++) {
      double weight = -weights.get(a, 0);
      Dense.addScaled(residual.values(), 0, used.values(), a * ENTRIES, ENTRIES, weight);
    }
    return residual;
  }

  /** Each atom is the nearest to what a least-squares fit of those before leaves. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itIsGreedyAndOrthogonal(long seed) {
    RandomStream random = new RandomStream(seed, "pursuit");
    Dense atoms = atoms(random);
    Dense x = row(random);
    double target = .02 * x.squaredNorm();
    MatchingPursuit coder = new MatchingPursuit(atoms, ENTRIES);
    double error = coder.code(x.values(), 0, target);
    assertTrue(error <= target && coder.size() > 1, coder.size() + " atoms, " + error);
    for (int a = 0; a < coder.size(); a++) {
      Dense residual = residual(x, atoms, coder, a);
      assertTrue(residual.squaredNorm() > target, "it went on at the target");
      double taken = Math.abs(atoms.rowDot(coder.atom(a), residual, 0));
      for (int k = 0; k < ATOMS; k++) {
        assertTrue(Math.abs(atoms.rowDot(k, residual, 0)) <= taken + 1e-9, "step " + a);
      }
    }
    Dense left = x.copy();
    for (int a = 0; a < coder.size(); a++) {
      int from = coder.atom(a) * ENTRIES;
      Dense.addScaled(left.values(), 0, atoms.values(), from, ENTRIES, -coder.weight(a));
    }
    assertEquals(left.squaredNorm(), error, 1e-9);
    assertEquals(residual(x, atoms, coder, coder.size()).squaredNorm(), error, 1e-9);
  }

  @Test
  void whatIsSmallEnoughTakesNoAtom() {
    RandomStream random = new RandomStream(6, "pursuit");
    MatchingPursuit coder = new MatchingPursuit(atoms(random), ENTRIES);
    Dense x = row(random);
    assertEquals(x.squaredNorm(), coder.code(x.values(), 0, x.squaredNorm()), 1e-9);
    assertEquals(0, coder.size());
    assertEquals(0, coder.code(new double[ENTRIES], 0, 0));
    assertEquals(0, coder.size());
  }

  @Test
  void aRowHasNoMoreAtomsThanItMay() {
    RandomStream random = new RandomStream(7, "pursuit");
    MatchingPursuit coder = new MatchingPursuit(atoms(random), 3);
    assertTrue(coder.code(row(random).values(), 0, 0) > 0);
    assertEquals(3, coder.size());
  }
}
