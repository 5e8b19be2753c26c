package org.latentfeature.columns.subspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.Backends;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;

final class VerifiedSetTest {

  private static final int K = 4;

  /** Noise enough that a column with a wrong row is verified too. */
  private static final Planted PLANTED = Planted.coins(900, 40, K, 1, .4, 11);

  private static double residual(Whitening whitening, BitVector z) {
    double[] cross = new double[K];
    for (int i = 0; i < z.length(); i++) {
      for (int j = 0; j < K && z.get(i); j++) {
        cross[j] += whitening.y().get(i, j);
      }
    }
    return whitening.noise().oriented(z, cross).residual();
  }

  private static BitVector turned(BitVector z, int row) {
    boolean[] bits = new boolean[z.length()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = z.get(i) != (i == row);
    }
    return BitVector.of(bits);
  }

  private static Set<BitVector> found(VerifiedSet set) {
    List<BitVector> columns = set.columns().stream().map(VerifiedColumn::z).toList();
    assertEquals(K, columns.size());
    return Set.copyOf(columns);
  }

  /** Both of a pair say the same, so that one is kept: whichever was there first, the nearer. */
  @Test
  void aBetterColumnReplacesAWorseOne() {
    try (Backend backend = Backends.open("java", 1).backend()) {
      Whitening whitening = WhiteningTest.whiten(PLANTED.x(), K);
      List<BitVector> better = new ArrayList<>();
      List<BitVector> worse = new ArrayList<>();
      for (int c = 0; c < K; c++) {
        BitVector z = PLANTED.z().column(c);
        List<BitVector> pair = new ArrayList<>(List.of(z, turned(z, 7 + c)));
        pair.sort(Comparator.comparingDouble(column -> residual(whitening, column)));
        better.add(pair.get(0));
        worse.add(pair.get(1));
      }
      try (WhitenedRows y = new WhitenedRows(backend, whitening.y(), 3, StopSignal.NEVER)) {
        VerifiedSet set = new VerifiedSet(y, whitening.noise(), () -> 1);
        set.take(worse);
        assertEquals(Set.copyOf(worse), found(set));
        set.take(better);
        assertEquals(Set.copyOf(better), found(set));
        set.take(worse);
        assertEquals(Set.copyOf(better), found(set));
        VerifiedSet atOnce = new VerifiedSet(y, whitening.noise(), () -> 1);
        List<BitVector> all = new ArrayList<>(worse);
        all.addAll(better);
        atOnce.take(all);
        assertEquals(Set.copyOf(better), found(atOnce));
        assertNotEquals(better, worse);
      }
    }
  }

  /** In so small a space some column lies as near by chance, whatever the noise explains. */
  @Test
  void atThreeRowsADimensionNoColumnWithNoiseIsVerified() {
    Planted planted = Planted.coins(VerifiedSet.LEAST_ROWS * K, 40, K, 1, .4, 11);
    try (Backend backend = Backends.open("java", 1).backend()) {
      Whitening whitening = WhiteningTest.whiten(planted.x(), K);
      BitVector column = planted.z().column(1);
      assertTrue(residual(whitening, column) > 2e-3);
      try (WhitenedRows y = new WhitenedRows(backend, whitening.y(), 3, StopSignal.NEVER)) {
        assertTrue(residual(whitening, column) < .5);
        VerifiedSet set = new VerifiedSet(y, whitening.noise(), () -> 1);
        set.take(List.of(column));
        assertEquals(0, set.size());
      }
    }
  }
}
