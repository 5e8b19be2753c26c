package org.latentfeature.step.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.markov.AllOrders;
import org.latentfeature.markov.Drawn;
import org.latentfeature.markov.Transitions;

class PathOrdersTest {

  private static final int K = 10;

  private static Dense expectations(long seed) {
    Dense counts = Drawn.counts(K + 1, seed);
    for (int i = 0; i < counts.values().length; i++) {
      counts.values()[i] += .5;
    }
    return Transitions.logExpectations(counts, Drawn.prior(K + 1, seed));
  }

  private static Dense counts() {
    return new Dense(K + 1, K + 1);
  }

  /** Of lengths up to one above that of which all orders count. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void sumsAreThoseOverAllOrders(long seed) {
    Dense e = expectations(seed);
    Paths paths = Drawn.paths(40, K, PathOrders.MOST + 1, seed);
    PathOrders orders = new PathOrders(e);
    for (int i = 0; i < paths.count(); i++) {
      AllOrders all = new AllOrders(e, paths, i);
      double expected = all.logSum();
      assertEquals(expected, orders.take(paths, i), 1e-12 * Math.abs(expected));
      Dense counted = counts();
      orders.count(counted);
      Dense definition = counts();
      all.count(definition);
      assertArrayEquals(definition.values(), counted.values(), 1e-10);
      double transitions = Arrays.stream(counted.values()).sum();
      assertEquals(paths.length(i) + 1, transitions, 1e-10);
    }
  }

  @Test
  void theBestOrderIsWorthMost() {
    Dense e = expectations(4);
    Paths paths = Drawn.paths(60, K, PathOrders.MOST + 1, 4);
    PathOrders orders = new PathOrders(e);
    int changed = 0;
    for (int i = 0; i < paths.count(); i++) {
      int[] before = Drawn.features(paths, i);
      double largest = new AllOrders(e, paths, i).largest();
      orders.take(paths, i);
      orders.sort();
      int[] after = Drawn.features(paths, i);
      assertEquals(largest, PathWorth.of(e, paths, i), 1e-12 * Math.abs(largest));
      changed += Arrays.equals(before, after) ? 0 : 1;
      Arrays.sort(before);
      Arrays.sort(after);
      assertArrayEquals(before, after);
    }
    assertTrue(changed > 30, changed + " of 60 changed");
  }

  /** A chain run backwards visits the same sets as often: no data tell which it was. */
  @Test
  void aChainRunBackwardsIsWorthTheSame() {
    Dense p = Transitions.means(Drawn.counts(K + 1, 5), Drawn.prior(K + 1, 5));
    double[] often = stationary(p);
    Dense forwards = counts();
    Dense backwards = counts();
    for (int l = 0; l <= K; l++) {
      for (int m = 0; m <= K; m++) {
        forwards.set(l, m, Math.log(p.get(l, m)));
        backwards.set(m, l, Math.log(p.get(l, m) * often[l] / often[m]));
      }
    }
    Paths paths = Drawn.paths(30, K, PathOrders.MOST, 5);
    PathOrders one = new PathOrders(forwards);
    PathOrders other = new PathOrders(backwards);
    for (int i = 0; i < paths.count(); i++) {
      assertEquals(one.take(paths, i), other.take(paths, i), 1e-7);
      Dense there = counts();
      Dense back = counts();
      one.count(there);
      other.count(back);
      for (int l = 0; l <= K; l++) {
        for (int m = 0; m <= K; m++) {
          assertEquals(there.get(l, m), back.get(m, l), 1e-7);
        }
      }
    }
  }

  private static double[] stationary(Dense p) {
    double[] often = new double[p.rows()];
    Arrays.fill(often, 1.0 / often.length);
    for (int step = 0; step < 100_000; step++) {
      double[] next = new double[often.length];
      for (int l = 0; l < often.length; l++) {
        for (int m = 0; m < often.length; m++) {
          next[m] += often[l] * p.get(l, m);
        }
      }
      often = next;
    }
    return often;
  }

  /** Where products underflow, sums are scaled; of what is impossible there is the order given. */
  @Test
  void nextToImpossibleOrdersCountToo() {
    Dense e = expectations(6);
    for (int i = 0; i < e.values().length; i++) {
      e.values()[i] -= 1e4;
    }
    Paths paths = Drawn.paths(20, K, 5, 6);
    PathOrders orders = new PathOrders(e);
    for (int i = 0; i < paths.count(); i++) {
      AllOrders all = new AllOrders(e, paths, i);
      assertEquals(all.logSum(), orders.take(paths, i), 1e-8);
      Dense counted = counts();
      orders.count(counted);
      Dense definition = counts();
      all.count(definition);
      assertArrayEquals(definition.values(), counted.values(), 1e-7);
    }
    Arrays.fill(e.values(), Double.NEGATIVE_INFINITY);
    PathOrders none = new PathOrders(e);
    int longest = 0;
    while (paths.length(longest) < 3) {
      longest++;
    }
    int[] before = Drawn.features(paths, longest);
    none.take(paths, longest);
    none.sort();
    assertArrayEquals(before, Drawn.features(paths, longest));
  }
}
